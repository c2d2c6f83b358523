import type { Replacement } from './replace-pass.ts'

/**
 * How a machine, or one of several, speaks of itself; in the languages that we speak. The phrases open a sentence, and
 * what is left of it stands by itself.
 */
const WORD = '[a-zà-ÿ_-]{2,24}'
const APOSTROPHE = "['’]"
const GAP = String.raw`[ \n]{0,2}`
const SAYS_EN = '(?:says|said|reports|reported|tells me|told me|indicates|indicated)(?:(?: that)?:| that|,)?'
const AI_EN = '(?:ai|artificial intelligence|large language model|language model|chatbot)'

const ENGLISH = [
  String.raw`as an? (?:helpful )?${AI_EN}(?: (?:language model|model|assistant|agent|system))?,`,
  String.raw`as (?:the|your) ${WORD}(?: ${WORD})? (?:sub-?)?agent,`,
  String.raw`as (?:an?|one of the) (?:${WORD} ){0,2}sub-?agents?,`,
  String.raw`(?:according to|based on) (?:the|my) (?:tools?|(?:${WORD} ){0,2}sub-?agents?|tool calls?)(?:${APOSTROPHE}s)?(?: (?:output|results?|response|report))?,`,
  String.raw`(?:the|our|my) (?:${WORD} ){0,2}sub-?agent ${SAYS_EN} `,
  'the tool (?:says|reports|returned|tells me|indicates)(?:(?: that)?:| that) ',
]

const SPANISH = [
  'como (?:una? )?(?:ia|inteligencia artificial|modelo de (?:lenguaje|ia)(?: de ia)?|asistente de ia),',
  String.raw`como (?:el )?(?:sub-?)?agente (?:de (?:la |los |las )?|del )${WORD}(?: ${WORD})?,`,
  String.raw`(?:según|de acuerdo con) (?:la|mi) herramienta(?: de ${WORD})?,`,
  String.raw`según (?:el|nuestro) sub-?agente(?: de(?:l| la| los| las)? ${WORD})?,`,
  String.raw`(?:el|nuestro|mi) sub-?agente(?: de(?:l| la| los| las)? ${WORD})? (?:dice|indica|informa|señala)(?:(?: que)?:| que|,)? `,
  'la herramienta (?:dice|indica|devuelve)(?:(?: que)?:| que) ',
]

const AI_FR = String.raw`(?:ia|intelligence artificielle|modèle de langage|modèle d${APOSTROPHE}ia|assistant (?:ia|virtuel))`
const FRENCH = [
  String.raw`en tant qu(?:e |${APOSTROPHE})(?:une? )?${AI_FR},`,
  String.raw`en tant qu(?:e |${APOSTROPHE})(?:l${APOSTROPHE}|le )?(?:sous-)?agent(?: ${WORD}| d${APOSTROPHE}${WORD}){0,3},`,
  String.raw`(?:selon|d${APOSTROPHE}après) (?:l${APOSTROPHE}|mon )outil(?: ${WORD}){0,2},`,
  String.raw`(?:selon|d${APOSTROPHE}après) le sous-agent(?: ${WORD}){0,3},`,
  String.raw`(?:le|notre|mon) sous-agent(?: ${WORD}| d${APOSTROPHE}${WORD}){0,3} (?:dit|indique|signale|rapporte)(?:(?: que)?[ \u00a0\u202f]?:| que|,)? `,
  String.raw`l${APOSTROPHE}outil (?:dit|indique|signale)(?:(?: que)?[ \u00a0\u202f]?:| que) `,
]

const phrases = [...ENGLISH, ...SPANISH, ...FRENCH].map((phrase) => phrase + GAP).join('|')

const instead = (pattern: RegExp, by: string): Replacement => ({ name: 'sub_agent', pattern, by })

export const VOICE_PATTERNS: readonly Replacement[] = [
  // Two may follow each other: "As an AI, as the shop agent, I …"
  { name: 'self_reference', pattern: new RegExp(`(?:${phrases}){1,2}`, 'i'), atSentenceStart: true, by: '' },
  instead(/(?<![\w-])Sub[- ]?agent(?=[^\w]|$)/, 'Service'),
  instead(/(?<![\w-])sub[- ]?agent(?=[^\w]|$)/, 'service'),
  instead(/(?<![\w-])Sub[- ]?agents(?=[^\w]|$)/, 'Services'),
  instead(/(?<![\w-])sub[- ]?agents(?=[^\w]|$)/, 'services'),
  instead(/(?<![\w-])Sub-?agente(?=[^\w]|$)/, 'Servicio'),
  instead(/(?<![\w-])sub-?agente(?=[^\w]|$)/, 'servicio'),
  instead(/(?<![\w-])Sub-?agentes(?=[^\w]|$)/, 'Servicios'),
  instead(/(?<![\w-])sub-?agentes(?=[^\w]|$)/, 'servicios'),
  instead(/(?<![\w-])Sous-agent(?=[^\w]|$)/, 'Service'),
  instead(/(?<![\w-])sous-agent(?=[^\w]|$)/, 'service'),
  instead(/(?<![\w-])Sous-agents(?=[^\w]|$)/, 'Services'),
  instead(/(?<![\w-])sous-agents(?=[^\w]|$)/, 'services'),
]
