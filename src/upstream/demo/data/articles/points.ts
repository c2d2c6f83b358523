import type { ArticleData } from './article-data.ts'

export const POINTS_ARTICLES: readonly ArticleData[] = [
  {
    id: 'missing-points',
    also: 'lost absent not credited didn’t get never received faltantes perdidos no recibí no llegaron pas reçu perdus',
    text: {
      en: {
        title: 'My points are missing',
        summary:
          'Most points arrive within a day of your receipt being matched. Here is what to check when they have not.',
        steps: [
          'Open Activity and find the receipt. “Pending” means that it is still being matched: give it 48 hours.',
          'Compare the items on the receipt with the offer: brand, size and store have to be the same.',
          'If 48 hours have passed, tap the receipt, then “Something is missing”, and choose the item.',
          'We answer within two days, and the points are added on the same day when you are right.',
        ],
      },
      es: {
        title: 'Me faltan puntos',
        summary: 'Casi todos los puntos llegan un día después de verificar el ticket. Si no ha sido así, revisa esto.',
        steps: [
          'Abre Actividad y busca el ticket. «Pendiente» significa que aún se está verificando: espera 48 horas.',
          'Compara los artículos del ticket con la oferta: la marca, el tamaño y la tienda tienen que coincidir.',
          'Si ya han pasado 48 horas, toca el ticket, después «Falta algo», y elige el artículo.',
          'Respondemos en dos días y, si tienes razón, sumamos los puntos ese mismo día.',
        ],
      },
      fr: {
        title: 'Il me manque des points',
        summary:
          'La plupart des points arrivent dans la journée qui suit le rapprochement du ticket. Sinon, vérifiez ceci.',
        steps: [
          'Ouvrez Activité et retrouvez le ticket. « En attente » : il est encore en cours de rapprochement, comptez 48 heures.',
          'Comparez les articles du ticket avec l’offre : la marque, le format et le magasin doivent être les mêmes.',
          'Si 48 heures sont passées, touchez le ticket, puis « Il manque quelque chose », et choisissez l’article.',
          'Nous répondons sous deux jours et ajoutons les points le jour même si vous avez raison.',
        ],
      },
    },
  },
  {
    id: 'how-points-work',
    also: 'earn earning worth value rate explain gana ganar valen valor cuánto gagner valent valeur combien',
    text: {
      en: {
        title: 'How points work',
        summary: 'Every receipt earns 25 points, and products on offer earn more. 1,000 points are worth one dollar.',
        steps: [
          'Snap any receipt, or connect your email for e-receipts: that is 25 points.',
          'Products with an offer add the points shown on the offer.',
          'Points are pending until the receipt is matched, then they are yours.',
          'Exchange them for gift cards from 5,000 points on.',
        ],
      },
      es: {
        title: 'Cómo funcionan los puntos',
        summary: 'Cada ticket suma 25 puntos y los productos en oferta suman más. 1000 puntos valen un dólar.',
        steps: [
          'Haz una foto de cualquier ticket o conecta tu correo para los tickets electrónicos: son 25 puntos.',
          'Los productos con oferta añaden los puntos que indica la oferta.',
          'Los puntos quedan pendientes hasta verificar el ticket; después ya son tuyos.',
          'Cámbialos por tarjetas regalo a partir de 5000 puntos.',
        ],
      },
      fr: {
        title: 'Comment fonctionnent les points',
        summary: 'Chaque ticket rapporte 25 points, et les produits en offre davantage. 1 000 points valent un dollar.',
        steps: [
          'Photographiez un ticket, ou connectez votre messagerie pour les tickets électroniques : 25 points.',
          'Les produits en offre ajoutent les points indiqués sur l’offre.',
          'Les points sont en attente jusqu’au rapprochement du ticket, puis ils sont à vous.',
          'Échangez-les contre des cartes cadeaux à partir de 5 000 points.',
        ],
      },
    },
  },
  {
    id: 'points-expiry',
    also: 'expire expired expiring lapse caducar caducan vencer vencen vencidos périmer périmés échéance',
    text: {
      en: {
        title: 'When points expire',
        summary: 'Points stay valid for twelve months after they are earned, as long as the account is used.',
        steps: [
          'Open Points: the next date and the number of points that expire on it are under your balance.',
          'Any receipt that is matched keeps the whole balance alive for 90 days more.',
          'The points that are the oldest are always spent first.',
        ],
      },
      es: {
        title: 'Cuándo caducan los puntos',
        summary: 'Los puntos valen doce meses desde que los ganas, siempre que uses la cuenta.',
        steps: [
          'Abre Puntos: debajo del saldo verás la próxima fecha y cuántos puntos caducan ese día.',
          'Cada ticket verificado prolonga 90 días todo tu saldo.',
          'Siempre se gastan primero los puntos más antiguos.',
        ],
      },
      fr: {
        title: 'Quand les points expirent',
        summary: 'Les points restent valables douze mois après leur obtention, tant que le compte est utilisé.',
        steps: [
          'Ouvrez Points : la prochaine date et le nombre de points concernés figurent sous votre solde.',
          'Chaque ticket rapproché prolonge tout votre solde de 90 jours.',
          'Les points les plus anciens sont toujours dépensés en premier.',
        ],
      },
    },
  },
  {
    id: 'offer-not-credited',
    also: 'promotion deal bonus didn’t count promoción no contó no sumó promotion pas comptée bonus',
    text: {
      en: {
        title: 'An offer was not credited',
        summary: 'The receipt was matched, but the offer’s extra points did not come.',
        steps: [
          'Open the offer and read its terms: the end date, the stores and how often it counts.',
          'Check that the receipt names the product. Short names such as “GRND COF” are fine.',
          'If all of it fits, open the receipt and tap “Offer not credited”.',
          'Add a photo of the product’s barcode, if you still have it: that settles it fastest.',
        ],
      },
      es: {
        title: 'No se ha aplicado una oferta',
        summary: 'El ticket está verificado, pero no han llegado los puntos extra de la oferta.',
        steps: [
          'Abre la oferta y lee sus condiciones: la fecha final, las tiendas y cuántas veces cuenta.',
          'Comprueba que el producto aparece en el ticket. Los nombres abreviados también valen.',
          'Si todo encaja, abre el ticket y toca «Oferta no aplicada».',
          'Si aún lo tienes, añade una foto del código de barras: es lo más rápido.',
        ],
      },
      fr: {
        title: 'Une offre n’a pas été créditée',
        summary: 'Le ticket est rapproché, mais les points bonus de l’offre ne sont pas arrivés.',
        steps: [
          'Ouvrez l’offre et lisez ses conditions : la date de fin, les magasins et le nombre d’utilisations.',
          'Vérifiez que le produit figure sur le ticket. Les noms abrégés conviennent.',
          'Si tout correspond, ouvrez le ticket et touchez « Offre non créditée ».',
          'Ajoutez une photo du code-barres si vous l’avez encore : c’est le plus rapide.',
        ],
      },
    },
  },
  {
    id: 'refer-a-friend',
    also: 'referral invite code bonus invitar invitación código parrainage inviter ami filleul',
    text: {
      en: {
        title: 'Refer a friend',
        summary: 'You both get 2,000 points when your friend’s first receipt is matched.',
        steps: [
          'Open Account, then “Refer a friend”, and share your link.',
          'Your friend signs up with the link and snaps a first receipt within 14 days.',
          'Once that receipt is matched, 2,000 points go to each of you.',
        ],
      },
      es: {
        title: 'Recomienda a un amigo',
        summary: 'Los dos recibís 2000 puntos cuando se verifica el primer ticket de tu amigo.',
        steps: [
          'Abre Cuenta, después «Recomendar a un amigo», y comparte tu enlace.',
          'Tu amigo se registra con el enlace y sube su primer ticket en un plazo de 14 días.',
          'Cuando ese ticket queda verificado, cada uno recibe 2000 puntos.',
        ],
      },
      fr: {
        title: 'Parrainer un ami',
        summary: 'Vous recevez chacun 2 000 points dès que le premier ticket de votre ami est rapproché.',
        steps: [
          'Ouvrez Compte, puis « Parrainer un ami », et partagez votre lien.',
          'Votre ami s’inscrit avec le lien et envoie un premier ticket sous 14 jours.',
          'Une fois ce ticket rapproché, 2 000 points vont à chacun de vous.',
        ],
      },
    },
  },
]
