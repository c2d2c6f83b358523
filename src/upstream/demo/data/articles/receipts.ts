import type { ArticleData } from './article-data.ts'

export const RECEIPT_ARTICLES: readonly ArticleData[] = [
  {
    id: 'receipt-rejected',
    also: 'refused denied declined invalid duplicate not accepted denegado no aceptado inválido duplicado non accepté invalide doublon',
    text: {
      en: {
        title: 'My receipt was rejected',
        summary: 'A receipt is rejected when it is older than 14 days, was sent before, or cannot be read.',
        steps: [
          'Open the receipt in Activity: the reason is at its top.',
          'Cannot be read? Take the photo again, flat and in daylight, with all four corners in it.',
          'Sent before? One purchase counts once, on paper or as an e-receipt.',
          'If you think that we are wrong, tap “Review again”. A person looks at it within two days.',
        ],
      },
      es: {
        title: 'Han rechazado mi ticket',
        summary: 'Un ticket se rechaza si tiene más de 14 días, si ya se envió o si no se puede leer.',
        steps: [
          'Abre el ticket en Actividad: el motivo aparece arriba.',
          '¿No se lee? Repite la foto con el ticket plano, con luz natural y con las cuatro esquinas.',
          '¿Ya se envió? Cada compra cuenta una vez, en papel o como ticket electrónico.',
          'Si crees que nos equivocamos, toca «Revisar otra vez». Una persona lo mirará en dos días.',
        ],
      },
      fr: {
        title: 'Mon ticket a été refusé',
        summary: 'Un ticket est refusé s’il a plus de 14 jours, s’il a déjà été envoyé ou s’il est illisible.',
        steps: [
          'Ouvrez le ticket dans Activité : le motif est indiqué en haut.',
          'Illisible ? Reprenez la photo à plat, à la lumière du jour, avec les quatre coins.',
          'Déjà envoyé ? Un achat compte une fois, sur papier ou en ticket électronique.',
          'Si vous pensez que c’est une erreur, touchez « Revoir ». Une personne l’examine sous deux jours.',
        ],
      },
    },
  },
  {
    id: 'scan-a-receipt',
    also: 'photo camera snap upload picture how foto cámara subir cómo appareil envoyer comment',
    text: {
      en: {
        title: 'How to scan a receipt',
        summary: 'A clear photo is matched in minutes. Long receipts can be taken in several parts.',
        steps: [
          'Lay the receipt flat on a dark table, in good light.',
          'Tap the camera and keep the store, the date and the total in the frame.',
          'For a long receipt, tap “Add a part” and let the photos overlap a little.',
          'Send it within 14 days of the purchase.',
        ],
      },
      es: {
        title: 'Cómo escanear un ticket',
        summary: 'Una foto nítida se verifica en minutos. Los tickets largos se pueden dividir en varias partes.',
        steps: [
          'Coloca el ticket plano sobre una mesa oscura y con buena luz.',
          'Toca la cámara y procura que se vean la tienda, la fecha y el total.',
          'Si es largo, toca «Añadir parte» y deja que las fotos se solapen un poco.',
          'Envíalo en los 14 días siguientes a la compra.',
        ],
      },
      fr: {
        title: 'Comment scanner un ticket',
        summary: 'Une photo nette est rapprochée en quelques minutes. Un long ticket se prend en plusieurs parties.',
        steps: [
          'Posez le ticket à plat sur une table sombre, avec une bonne lumière.',
          'Touchez l’appareil photo et cadrez le magasin, la date et le total.',
          'S’il est long, touchez « Ajouter une partie » et laissez les photos se chevaucher un peu.',
          'Envoyez-le dans les 14 jours qui suivent l’achat.',
        ],
      },
    },
  },
  {
    id: 'connect-ereceipts',
    also: 'ereceipt digital inbox link automatic electrónico digital bandeja vincular automático électronique numérique boîte relier automatique',
    text: {
      en: {
        title: 'Connect your email for e-receipts',
        summary: 'We find the receipts of online orders in your inbox and match them for you.',
        steps: [
          'Open Account, then “E-receipts”, and choose your email provider.',
          'Sign in there and allow reading of receipts. We look at nothing else.',
          'New e-receipts show up within an hour, those of the last 14 days at once.',
          'You can disconnect at any time in the same place.',
        ],
      },
      es: {
        title: 'Conecta tu correo para los tickets electrónicos',
        summary: 'Buscamos en tu bandeja los tickets de tus pedidos por internet y los verificamos por ti.',
        steps: [
          'Abre Cuenta, después «Tickets electrónicos», y elige tu proveedor de correo.',
          'Inicia sesión y permite la lectura de tickets. No miramos nada más.',
          'Los tickets nuevos aparecen en una hora; los de los últimos 14 días, al momento.',
          'Puedes desconectarlo cuando quieras en el mismo lugar.',
        ],
      },
      fr: {
        title: 'Connecter votre messagerie pour les tickets électroniques',
        summary: 'Nous retrouvons dans votre boîte les tickets de vos commandes en ligne et les rapprochons pour vous.',
        steps: [
          'Ouvrez Compte, puis « Tickets électroniques », et choisissez votre messagerie.',
          'Identifiez-vous et autorisez la lecture des tickets. Nous ne regardons rien d’autre.',
          'Les nouveaux tickets apparaissent dans l’heure, ceux des 14 derniers jours tout de suite.',
          'Vous pouvez vous déconnecter à tout moment au même endroit.',
        ],
      },
    },
  },
]
