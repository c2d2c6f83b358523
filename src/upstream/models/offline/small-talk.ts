import { listOf } from './language.ts'
import type { Phrasebook } from './phrasebook.ts'
import type { FunctionTool, Prompt } from './read-prompt.ts'
import { foldedText } from './words.ts'

/** What people say that is for no function. Tried in this order on the folded message. */
const TOPICS: readonly (readonly [name: string, said: RegExp])[] = [
  [
    'capabilities',
    /\b(what (can|do|could) you (do|help)|what are you (for|able)|how (can|do|could) you (help|work)|what (can|could|do) i (ask|do)|que (puedes|sabes|podes|puede) hacer|(en|con) que (me )?(puedes|puede) ayudar|como (me )?(puedes|puede) ayudar|que puedo (preguntar|pedir)|que (peux tu|pouvez vous|sais tu|savez vous) faire|(tu peux|vous pouvez|peux tu|pouvez vous) (faire quoi|m aider)|comment (peux tu|pouvez vous) m aider)\b|^((please |can you |i need )?help( me)?( please)?|(necesito )?ayuda(me)?|(j ai besoin d )?aide( moi)?|aidez moi)$/,
  ],
  [
    'identity',
    /\b((who|what) are you|are you (a |an )?(bot|robot|human|person|real|ai)|your name|(quien|que) eres|eres (un |una )?(bot|robot|humano|persona|ia)|como te llamas|qui (es tu|etes vous)|(es tu|etes vous) (un |une )?(bot|robot|humain|personne|ia)|comment (tu t appelles|t appelles tu|vous appelez vous))\b/,
  ],
  [
    'well',
    /\b(how are you|how s it going|how is it going|how do you do|como estas|como esta usted|que tal|como te va|como va|comment (ca )?(va|vas tu|allez vous)|(ca|tu) va(s)? bien)\b|^ca va$/,
  ],
  ['thanks', /\b(thanks|thank you|thx|cheers|gracias|merci)\b/],
  [
    'farewell',
    /\b(bye|goodbye|see you|good night|adios|hasta (luego|pronto|manana)|chao|au revoir|a (bientot|plus tard)|bonne (journee|soiree|nuit))\b/,
  ],
  [
    'greeting',
    /\b(hi|hello|hey|good (morning|afternoon|evening|day)|greetings|hola|buen(os|as)? (dias?|tardes?|noches?)|bonjour|salut|bonsoir|coucou)\b/,
  ],
]

/** Which of them it is, if any. */
export const smallTalk = (text: string): string | undefined => {
  const folded = foldedText(text)
  return TOPICS.find(([, said]) => said.test(folded))?.[0]
}

/** A part of a message that only opens or closes it: "Thanks for that", "Hi". */
export const isCourtesy = (text: string): boolean => {
  const folded = foldedText(text)
  return TOPICS.some(
    ([name, said]) => ['thanks', 'farewell', 'greeting', 'well'].includes(name) && folded.search(said) === 0,
  )
}

/** An answer without any function: friendly, short, and it says what can be asked. */
export function answerDirectly(prompt: Prompt, phrases: Phrasebook): string {
  const { locale, functions } = prompt
  const topic = smallTalk(prompt.message) ?? 'unknown'
  const topics = functions.map((tool) => phrases.message(locale, `topic.${tool.name}`, {}) ?? spelled(tool.name))
  const fields = { topics: listOf(locale, topics), has_topics: topics.length > 0 ? 'yes' : 'no' }
  const text = phrases.message(locale, `offline.${topic}`, fields) ?? ''
  if (topic !== 'capabilities' || functions.length === 0) return text
  return [text, ...functions.map((tool) => `- ${capability(tool, locale, phrases)}`)].join('\n')
}

/** In the user's language when its vertical has words for it; else as its card says. */
const capability = (tool: FunctionTool, locale: string, phrases: Phrasebook): string =>
  phrases.message(locale, `capability.${tool.name}`, {}) ??
  /^[^\n]*?(?=\.(?:\s|$)|\n|$)/.exec(tool.description?.trim() ?? '')?.[0] ??
  spelled(tool.name)

export const spelled = (name: string): string => name.replaceAll(/[_-]+/g, ' ')
