import type { ArticleData } from './article-data.ts'

export const REWARD_ARTICLES: readonly ArticleData[] = [
  {
    id: 'gift-card-not-arrived',
    also: 'giftcard voucher late where delayed not received cupón vale tarda dónde no ha llegado bon tarde où pas arrivée',
    text: {
      en: {
        title: 'My gift card has not arrived',
        summary: 'Gift cards come by email within 24 hours, and are always kept under Rewards too.',
        steps: [
          'Open Rewards, then “My gift cards”: the code may be there already.',
          'Look into the spam folder for a message called “Your gift card”.',
          'Check that the email address in Account is right.',
          'After 24 hours, tap the card and “Send again”.',
        ],
      },
      es: {
        title: 'Mi tarjeta regalo no ha llegado',
        summary: 'Las tarjetas regalo llegan por correo en 24 horas y siempre se guardan también en Recompensas.',
        steps: [
          'Abre Recompensas y después «Mis tarjetas regalo»: puede que el código ya esté ahí.',
          'Busca en la carpeta de correo no deseado un mensaje llamado «Tu tarjeta regalo».',
          'Comprueba que la dirección de correo de tu cuenta es correcta.',
          'Pasadas 24 horas, toca la tarjeta y «Enviar otra vez».',
        ],
      },
      fr: {
        title: 'Ma carte cadeau n’est pas arrivée',
        summary: 'Les cartes cadeaux arrivent par e-mail sous 24 heures et restent toujours visibles dans Récompenses.',
        steps: [
          'Ouvrez Récompenses, puis « Mes cartes cadeaux » : le code y est peut-être déjà.',
          'Cherchez dans les courriers indésirables un message intitulé « Votre carte cadeau ».',
          'Vérifiez que l’adresse e-mail de votre compte est exacte.',
          'Après 24 heures, touchez la carte, puis « Renvoyer ».',
        ],
      },
    },
  },
  {
    id: 'redeem-points',
    also: 'spend exchange use cash out gift cards giftcard gastar usar cambiar utiliser dépenser convertir',
    text: {
      en: {
        title: 'How to redeem points for a gift card',
        summary: 'From 5,000 points on you can choose a gift card from more than fifty stores.',
        steps: [
          'Open Rewards and choose a store and an amount.',
          'Confirm: the points are taken at once.',
          'The code arrives by email within 24 hours and stays under “My gift cards”.',
        ],
      },
      es: {
        title: 'Cómo canjear puntos por una tarjeta regalo',
        summary: 'A partir de 5000 puntos puedes elegir una tarjeta regalo de más de cincuenta tiendas.',
        steps: [
          'Abre Recompensas y elige una tienda y un importe.',
          'Confirma: los puntos se descuentan al momento.',
          'El código llega por correo en 24 horas y se queda en «Mis tarjetas regalo».',
        ],
      },
      fr: {
        title: 'Comment échanger ses points contre une carte cadeau',
        summary: 'À partir de 5 000 points, choisissez une carte cadeau parmi plus de cinquante enseignes.',
        steps: [
          'Ouvrez Récompenses et choisissez une enseigne et un montant.',
          'Confirmez : les points sont déduits aussitôt.',
          'Le code arrive par e-mail sous 24 heures et reste dans « Mes cartes cadeaux ».',
        ],
      },
    },
  },
  {
    id: 'gift-card-not-working',
    also: 'giftcard voucher invalid error checkout broken no sirve error caja inválida marche pas erreur caisse invalide',
    text: {
      en: {
        title: 'A gift card code does not work',
        summary: 'Nearly always it is a store that does not take the card, or a balance that is used up.',
        steps: [
          'Read on the card where it is taken: some work in store only, some online only.',
          'Ask the store for the balance, with the number and the PIN.',
          'If the store says that the code is invalid, open the card, tap “Report a problem” and add a photo of the message.',
        ],
      },
      es: {
        title: 'El código de una tarjeta regalo no funciona',
        summary: 'Casi siempre es que la tienda no admite la tarjeta o que ya no le queda saldo.',
        steps: [
          'Lee en la tarjeta dónde se admite: algunas solo valen en tienda y otras solo por internet.',
          'Pregunta el saldo en la tienda con el número y el PIN.',
          'Si la tienda dice que el código no es válido, abre la tarjeta, toca «Informar de un problema» y añade una foto del mensaje.',
        ],
      },
      fr: {
        title: 'Le code d’une carte cadeau ne fonctionne pas',
        summary: 'Presque toujours, l’enseigne n’accepte pas la carte ou son solde est épuisé.',
        steps: [
          'Lisez sur la carte où elle est acceptée : certaines seulement en magasin, d’autres seulement en ligne.',
          'Demandez le solde à l’enseigne avec le numéro et le code PIN.',
          'Si l’enseigne dit que le code n’est pas valable, ouvrez la carte, touchez « Signaler un problème » et joignez une photo du message.',
        ],
      },
    },
  },
  {
    id: 'refunds-and-returns',
    also: 'refund money back return returned reembolso devolución devolver dinero remboursement rembourser retour argent',
    text: {
      en: {
        title: 'Refunds and returns',
        summary: 'Money comes back from the store that you paid. We take back the points of what you return.',
        steps: [
          'Return the product to the store, with its receipt: the store refunds what you paid.',
          'Within a week the points of that product leave your balance. The 25 points of the receipt stay.',
          'A gift card that has not been opened can be returned to us within 14 days: its points come back at once.',
        ],
      },
      es: {
        title: 'Reembolsos y devoluciones',
        summary:
          'El dinero lo devuelve la tienda en la que pagaste. Nosotros retiramos los puntos de lo que devuelves.',
        steps: [
          'Lleva el producto a la tienda con su ticket: la tienda te reembolsa lo que pagaste.',
          'En una semana se descuentan los puntos de ese producto. Los 25 puntos del ticket se quedan.',
          'Una tarjeta regalo sin abrir se puede devolver en 14 días: sus puntos vuelven al momento.',
        ],
      },
      fr: {
        title: 'Remboursements et retours',
        summary: 'C’est le magasin payé qui rembourse. Nous reprenons les points de ce que vous rendez.',
        steps: [
          'Rapportez le produit au magasin avec son ticket : il vous rembourse ce que vous avez payé.',
          'Sous une semaine, les points de ce produit quittent votre solde. Les 25 points du ticket restent.',
          'Une carte cadeau non ouverte peut nous être rendue sous 14 jours : ses points reviennent aussitôt.',
        ],
      },
    },
  },
]
