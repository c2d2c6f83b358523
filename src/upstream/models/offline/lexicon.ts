/** Folded words of English, Spanish and French that say little about what is meant. Data only. */

const set = (...words: string[]): ReadonlySet<string> => new Set(words.join(' ').split(/\s+/))

/** Grammar, politeness, and verbs that every request may have. They neither route nor search. */
export const STOP_WORDS = set(
  // English
  `a an the this that these those some any all every each both other another my your our their his her its mine yours
  i me we us you he she it they them who whom whose what which when where why how is am are was were be been being do
  does did done has have had having can could will would shall should may might must of in on at by for from to into
  with without about as than or if so but not no yes there here just only very too more most much many lot lots up out
  off over under now then also and plus s t d m re ve ll don doesn didn isn aren wasn won can couldn wouldn please thanks thank let lets hi hello hey ok okay
  find search look looking show give get got see check tell list display fetch bring want need like know wish help
  looked try make use using take say says user users example examples ask asks asking question questions thing things`,
  // Spanish
  `el la los las un una unos unas lo al del de en con sin por para sobre entre hasta desde y o u e ni que quien cual
  cuales cuando donde como cuanto cuantos cuanta cuantas es son era eran soy eres somos fue fueron ser estar esta estan
  estoy estas este estos esto ese esa esos esas eso hay he has ha hemos han habia mi mis tu tus su sus nuestro nuestra
  nuestros nuestras yo me te se nos le les ti usted ustedes ellos ellas si no muy mas menos tambien ademas luego despues
  ya todo todos toda todas algun alguna algunos algunas otro otra otros otras favor gracias hola
  busca buscar buscame busco encuentra encontrar encuentrame muestra mostrar muestrame ensena ensename da dame dar di
  dime decir ver veo mira mirar consulta consultar consultame revisa revisar comprueba comprobar quiero quisiera querria
  necesito puedes puede puedo podria podrias tengo tienes tiene tener hacer haz hago quiere saber se ayuda ayudar ayudame`,
  // French
  `le la les l un une des du de d au aux en dans sur sous avec sans pour par entre vers chez et ou ni que qui quoi dont
  quel quelle quels quelles quand comment combien pourquoi est sont etait suis es sommes etes etre ai as a avons avez
  ont avoir eu c ce cet cette ces ca j je tu il elle on nous vous ils elles m me t te s se moi toi lui leur leurs mon ma
  mes ton ta tes son sa ses notre nos votre vos n ne pas plus moins tres aussi puis ensuite ainsi alors donc y oui non
  tout tous toute toutes autre autres quelque quelques plait svp merci bonjour salut
  cherche chercher cherchez recherche rechercher trouve trouver trouvez montre montrer montrez affiche afficher affichez
  donne donner donnez dis dire dites voir vois voyez regarde regarder consulte consulter consultez verifie verifier
  verifiez veux veut voudrais voulez souhaite peux peut pouvez pourrais pourriez faut faire fais faites savoir sais
  besoin aide aider aidez qu jusqu lorsqu puisqu retrouve retrouver retrouvez liste lister`,
)

/** Qualities and times: they narrow a search, but are not what is searched for. */
export const QUALIFIERS = set(
  `best good great nice cheap cheapest top near nearby nearest around close available current currently new latest
  recent recently last past first previous this next ago since until before after today yesterday tonight tomorrow day
  days week weeks weekend month months year years time right total left still worth`,
  `mejor mejores buen buena buenos buenas barato barata baratos baratas cerca cercano cercana cercanas disponible
  disponibles actual actuales nuevo nueva nuevos nuevas reciente recientes recientemente ultimo ultima ultimos ultimas
  pasado pasada proximo proxima hace hoy ayer manana dia dias semana semanas mes meses ano anos ahora total queda quedan`,
  `meilleur meilleure meilleurs meilleures bon bonne bons bonnes pas cher chers chere proche proches pres disponible
  disponibles actuel actuelle actuels actuelles actuellement nouveau nouveaux nouvelle nouvelles recent recente recents
  recentes recemment dernier derniere derniers dernieres prochain prochaine depuis avant apres hier demain
  aujourd hui jour jours semaine semaines mois an ans annee annees maintenant total reste restent moment`,
)

/**
 * What shoppers call the same kind of thing. A tool named after one of a group is not searched with the others: "coffee
 * deals", asked of search_offers, is a search for coffee.
 */
export const KINDS: readonly ReadonlySet<string>[] = [
  set(
    `offer offers deal deals discount discounts coupon coupons promo promos promotion promotions sale sales saving savings
    bargain bargains special specials cashback save shop shopping store stores item items product products`,
    `oferta ofertas descuento descuentos cupon cupones promocion promociones rebaja rebajas chollo chollos ganga gangas
    ahorrar tienda tiendas articulo articulos producto productos`,
    `offre offres reduction reductions remise remises bon bons plan plans solde soldes economiser magasin magasins produit
    produits`,
  ),
  set(
    `point points balance reward rewards earn earned tier level`,
    `punto puntos saldo recompensa recompensas premio premios gane ganado ganar nivel`,
    `solde fidelite recompense recompenses gagne gagner niveau`,
  ),
  set(
    `receipt receipts ereceipt ereceipts purchase purchases order orders transaction transactions history bought buy spend
    spent spending paid pay match matching item items product products`,
    `recibo recibos ticket tickets factura facturas compra compras pedido pedidos historial compre comprado comprar gaste
    gastado gastar pague pagado pagar electronico electronicos producto productos`,
    `recu recus caisse facture factures achat achats commande commandes historique achete acheter achetes depense depenser
    paye payer electronique electroniques produit produits`,
  ),
  set(
    `help support article articles guide guides faq info information change changing update edit set`,
    `soporte articulo articulos guia guias informacion cambiar cambio cambia actualizar actualizo`,
    `assistance renseignement renseignements changer change modifier modifie`,
  ),
]

/** Small numbers that people write out. "One" is left out: it is rarely meant as a number. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.freeze(
  Object.fromEntries(
    [
      'two three four five six seven eight nine ten',
      'dos tres cuatro cinco seis siete ocho nueve diez',
      'deux trois quatre cinq six sept huit neuf dix',
    ].flatMap((words) => words.split(' ').map((word, index) => [word, index + 2])),
  ),
)

/** A number before one of these counts something else than results. */
export const UNITS = set(
  `day days week weeks month months year years dia dias semana semanas mes meses ano anos jour jours semaine semaines
  mois an ans annee annees point points punto puntos percent euro euros dollar dollars off star stars oz ml kg g lb`,
)
