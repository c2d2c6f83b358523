import type { ArticleData } from './article-data.ts'

export const ACCOUNT_ARTICLES: readonly ArticleData[] = [
  {
    id: 'change-email',
    also: 'e-mail address update new mail actualizar nueva dirección nouvelle adresse modifier courriel',
    text: {
      en: {
        title: 'Change my email address',
        summary: 'You can change it yourself, as long as you still have the old inbox or your phone.',
        steps: [
          'Open Account, then “Sign-in and security”, then “Email”.',
          'Enter the new address and your password.',
          'Follow the link that we send to the new address within an hour.',
          'E-receipts stay connected to the inbox you connected; connect the new one there.',
        ],
      },
      es: {
        title: 'Cambiar mi correo electrónico',
        summary: 'Puedes cambiarlo tú mismo si aún tienes acceso al correo anterior o al teléfono.',
        steps: [
          'Abre Cuenta, después «Acceso y seguridad» y «Correo».',
          'Escribe la nueva dirección y tu contraseña.',
          'Abre en menos de una hora el enlace que enviamos a la nueva dirección.',
          'Los tickets electrónicos siguen unidos al buzón que conectaste; conecta allí el nuevo.',
        ],
      },
      fr: {
        title: 'Changer mon adresse e-mail',
        summary: 'Vous pouvez la changer vous-même si vous avez encore l’ancienne messagerie ou votre téléphone.',
        steps: [
          'Ouvrez Compte, puis « Connexion et sécurité », puis « E-mail ».',
          'Saisissez la nouvelle adresse et votre mot de passe.',
          'Suivez dans l’heure le lien envoyé à la nouvelle adresse.',
          'Les tickets électroniques restent liés à la messagerie connectée ; connectez-y la nouvelle.',
        ],
      },
    },
  },
  {
    id: 'reset-password',
    also: 'forgot forgotten sign in login log in olvidé olvidada entrar iniciar sesión oublié connexion connecter',
    text: {
      en: {
        title: 'Reset my password',
        summary: 'A reset link comes by email and works for 30 minutes.',
        steps: [
          'On the sign-in page tap “Forgot password?”.',
          'Enter your email address and open the link that we send.',
          'Choose a password of at least twelve characters.',
        ],
      },
      es: {
        title: 'Restablecer mi contraseña',
        summary: 'El enlace para restablecerla llega por correo y vale 30 minutos.',
        steps: [
          'En la página de acceso, toca «¿Has olvidado la contraseña?».',
          'Escribe tu correo y abre el enlace que te enviamos.',
          'Elige una contraseña de al menos doce caracteres.',
        ],
      },
      fr: {
        title: 'Réinitialiser mon mot de passe',
        summary: 'Un lien arrive par e-mail et reste valable 30 minutes.',
        steps: [
          'Sur la page de connexion, touchez « Mot de passe oublié ? ».',
          'Saisissez votre adresse e-mail et ouvrez le lien reçu.',
          'Choisissez un mot de passe d’au moins douze caractères.',
        ],
      },
    },
  },
  {
    id: 'account-locked',
    also: 'blocked suspended banned deactivated can’t access suspendida desactivada acceso suspendu désactivé accès',
    text: {
      en: {
        title: 'My account is locked',
        summary: 'Accounts are locked after ten wrong passwords, or while we check unusual receipts.',
        steps: [
          'Wait 15 minutes and reset your password: that opens an account locked by wrong passwords.',
          'Read the message that we sent you: it says whether receipts are being checked.',
          'A check takes up to three days. Your points are safe meanwhile.',
          'If you have no message from us, write to support.',
        ],
      },
      es: {
        title: 'Mi cuenta está bloqueada',
        summary: 'Una cuenta se bloquea tras diez contraseñas erróneas o mientras revisamos tickets inusuales.',
        steps: [
          'Espera 15 minutos y restablece la contraseña: así se abre una cuenta bloqueada por contraseñas erróneas.',
          'Lee el mensaje que te enviamos: dice si estamos revisando tickets.',
          'La revisión tarda hasta tres días. Tus puntos están a salvo mientras tanto.',
          'Si no tienes ningún mensaje nuestro, escribe a soporte.',
        ],
      },
      fr: {
        title: 'Mon compte est bloqué',
        summary: 'Un compte est bloqué après dix mots de passe erronés, ou pendant l’examen de tickets inhabituels.',
        steps: [
          'Attendez 15 minutes et réinitialisez le mot de passe : cela rouvre un compte bloqué par erreur de saisie.',
          'Lisez le message que nous vous avons envoyé : il dit si des tickets sont examinés.',
          'Un examen prend jusqu’à trois jours. Vos points sont en sécurité.',
          'Sans message de notre part, écrivez à l’assistance.',
        ],
      },
    },
  },
  {
    id: 'delete-account',
    also: 'close remove cancel deletion cerrar borrar baja supprimer fermer résilier',
    text: {
      en: {
        title: 'Delete my account',
        summary: 'Deleting is final: points, receipts and gift cards go with it after 30 days.',
        steps: [
          'Spend your points first: they cannot be paid out afterwards.',
          'Open Account, then “Privacy”, then “Delete account”.',
          'Confirm with your password.',
          'Changed your mind? Sign in within 30 days and everything is back.',
        ],
      },
      es: {
        title: 'Eliminar mi cuenta',
        summary: 'Es definitivo: a los 30 días se borran los puntos, los tickets y las tarjetas regalo.',
        steps: [
          'Gasta antes tus puntos: después ya no se pueden pagar.',
          'Abre Cuenta, después «Privacidad» y «Eliminar cuenta».',
          'Confirma con tu contraseña.',
          '¿Has cambiado de idea? Inicia sesión antes de 30 días y todo vuelve.',
        ],
      },
      fr: {
        title: 'Supprimer mon compte',
        summary: 'C’est définitif : au bout de 30 jours, points, tickets et cartes cadeaux disparaissent.',
        steps: [
          'Dépensez d’abord vos points : ils ne pourront plus être versés.',
          'Ouvrez Compte, puis « Confidentialité », puis « Supprimer le compte ».',
          'Confirmez avec votre mot de passe.',
          'Vous avez changé d’avis ? Connectez-vous sous 30 jours et tout revient.',
        ],
      },
    },
  },
  {
    id: 'my-data',
    also: 'privacy personal gdpr download export information privacidad personales descargar información vie privée personnelles télécharger',
    text: {
      en: {
        title: 'What you know about me, and how to get it',
        summary: 'You can download all of your data, and switch off what you do not want to share.',
        steps: [
          'Open Account, then “Privacy”.',
          'Tap “Download my data”: a file comes by email within two days.',
          'Under “Sharing” choose what offers may be based on.',
        ],
      },
      es: {
        title: 'Qué datos míos tenéis y cómo obtenerlos',
        summary: 'Puedes descargar todos tus datos y desactivar lo que no quieras compartir.',
        steps: [
          'Abre Cuenta y después «Privacidad».',
          'Toca «Descargar mis datos»: recibirás un archivo por correo en dos días.',
          'En «Compartir» elige en qué se pueden basar las ofertas.',
        ],
      },
      fr: {
        title: 'Quelles données avez-vous sur moi, et comment les obtenir',
        summary: 'Vous pouvez télécharger toutes vos données et désactiver ce que vous ne voulez pas partager.',
        steps: [
          'Ouvrez Compte, puis « Confidentialité ».',
          'Touchez « Télécharger mes données » : un fichier arrive par e-mail sous deux jours.',
          'Dans « Partage », choisissez sur quoi les offres peuvent se fonder.',
        ],
      },
    },
  },
  {
    id: 'app-problems',
    also: 'crash crashes crashing freezes slow bug error not working broken cierra falla lenta error plante lente bug erreur marche pas',
    text: {
      en: {
        title: 'The app does not work',
        summary: 'A fresh start mends most problems: receipts and points are kept with your account, not on the phone.',
        steps: [
          'Close the app completely and open it again.',
          'Update it in your app store; versions older than a year stop working.',
          'Check that the phone has a connection and at least 200 MB of space.',
          'Still wrong? Delete the app, install it again and sign in: nothing is lost.',
        ],
      },
      es: {
        title: 'La aplicación no funciona',
        summary: 'Empezar de nuevo arregla casi todo: tus tickets y puntos están en tu cuenta, no en el teléfono.',
        steps: [
          'Cierra la aplicación del todo y vuelve a abrirla.',
          'Actualízala en tu tienda de aplicaciones; las versiones de más de un año dejan de funcionar.',
          'Comprueba que el teléfono tiene conexión y al menos 200 MB libres.',
          '¿Sigue igual? Borra la aplicación, instálala otra vez e inicia sesión: no se pierde nada.',
        ],
      },
      fr: {
        title: 'L’application ne fonctionne pas',
        summary:
          'Un nouveau départ règle presque tout : tickets et points sont sur votre compte, pas dans le téléphone.',
        steps: [
          'Fermez complètement l’application, puis rouvrez-la.',
          'Mettez-la à jour ; les versions de plus d’un an cessent de fonctionner.',
          'Vérifiez que le téléphone a du réseau et au moins 200 Mo libres.',
          'Toujours en panne ? Supprimez l’application, réinstallez-la et connectez-vous : rien n’est perdu.',
        ],
      },
    },
  },
  {
    id: 'contact-support',
    also: 'agent human person talk chat phone call customer service contact reach atención cliente contactar client contacter hablar persona teléfono llamar parler personne téléphone appeler',
    text: {
      en: {
        title: 'Talk to a person',
        summary: 'Support answers every day from 8 to 20, by chat in minutes and by email within a day.',
        steps: [
          'Open Help and tap “Chat with us”.',
          'Choose the receipt, the offer or the gift card that it is about.',
          'Outside of hours leave a message: the answer comes by email.',
        ],
      },
      es: {
        title: 'Hablar con una persona',
        summary: 'Soporte responde todos los días de 8 a 20 h: por chat en minutos y por correo en un día.',
        steps: [
          'Abre Ayuda y toca «Chatea con nosotros».',
          'Elige el ticket, la oferta o la tarjeta regalo de la que se trata.',
          'Fuera de horario, deja un mensaje: la respuesta llega por correo.',
        ],
      },
      fr: {
        title: 'Parler à une personne',
        summary:
          'L’assistance répond tous les jours de 8 h à 20 h : en quelques minutes par chat, sous un jour par e-mail.',
        steps: [
          'Ouvrez Aide et touchez « Discuter avec nous ».',
          'Choisissez le ticket, l’offre ou la carte cadeau concernés.',
          'En dehors des heures, laissez un message : la réponse arrive par e-mail.',
        ],
      },
    },
  },
]
