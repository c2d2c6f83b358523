const EN = `
  a about again all also am an and any are as at be been being best but by can cashback cheap cheapest could coupon coupons deal deals did didn discount discounts do does
  doing don find for from get give good got great had has have help here hers him his how i if in into is it its just latest
  let like list ll look looking lot many may me mine more most much my need new newest next no not now of off offer offers on
  one or other our out over please promo promos re s sale sales save saving savings search see should show so some something
  special specials such t tell than top that the their them then there these they thing things this those to today too up us ve
  very want was we were what when where which who why will with would you your`

const ES = `
  al algo algún alguna algunas alguno algunos aquí así buena buenas bueno buenos busca buscar búscame busco cerca como cómo con
  cupón cupones cual cuál cuáles cuando cuándo cuántas cuántos de del dame descuento descuentos desde dime donde dónde el él ella ellos en encuentra
  entre era eres es esa ese eso esta está están este esto estos fue gracias ha había hacer haga hago hasta hay he la las le les lo
  los mas más me mejor mejores mi mira mis mostrar muestra muéstrame muy nada ni no nos o oferta ofertas otra otro para pero
  poder por porque puede puedes puedo que qué quería quiero rebaja rebajas se sea ser si sí sin sobre solo son soy su sus te
  tener tengo tiene tienes toda todas todo todos tu tú tus un una unas uno unos ver y ya yo`

const FR = `
  ai ainsi as au aujourd aussi autre autres aux avec avez avoir avons bon bonne bonnes bons c ça ce ces cet cette chercher
  cherche combien comme comment d dans de des donne dont du elle elles en encore es est et être eu faire fais fait faut hui il
  ils j je jusqu l la le les leur lui m ma mais me meilleure meilleures meilleurs mes moi mon montre montrez n ne ni nos notre nous
  offre offres on où ou par pas peut peux plan plans plus pour pourquoi promo promos promotion promotions qu quand que quel quelle quelles quels
  qui réduction réductions s sa sans se ses si sont sur t ta te tes toi ton tous tout toute toutes trouve trouver trouvez tu un une
  va veut veux voir vos votre voudrais vous y`

/** Words that say nothing about what is looked for, in the three languages. */
export const STOP_WORDS: ReadonlySet<string> = new Set(`${EN} ${ES} ${FR}`.trim().split(/\s+/))
