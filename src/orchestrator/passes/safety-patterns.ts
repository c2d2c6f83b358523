import { CANCELS, CONTEXT_REASONS, FRAME_ERRORS, INTERNAL_EVENT_TYPES, PROBLEMS } from '../../contract/index.ts'
import type { Replacement } from './replace-pass.ts'

/**
 * What no answer may carry, whoever said it. Each RegExp says it once: where it may begin, what it looks like, and how
 * far it goes. What is replaced leaves a word behind, so that the sentence still reads and no two halves are joined.
 */
const REMOVED = '[removed]'

/** As a word in the contract's tables, and as Markdown escapes it. */
const asSource = (word: string): string => word.replaceAll('_', String.raw`\\?_`)
const anyWord = (words: readonly string[]): string => words.map(asSource).join('|')

/** Without an underscore they are words: unauthorized, overloaded. */
const ERROR_CODES = [
  ...Object.keys(FRAME_ERRORS),
  ...Object.keys(CANCELS),
  ...CONTEXT_REASONS,
  ...Object.keys(PROBLEMS),
  'deadline_exceeded',
].filter((code) => code.includes('_'))

const INTERNAL_WORDS = [
  ...INTERNAL_EVENT_TYPES,
  'cache_meta',
  'conversation_id',
  'domain_type',
  'enricher_id',
  'episode_id',
  'response_id',
  'sub_agent_id',
  'tenant_id',
  'user_id',
]
const ENVELOPE_KEYS = [
  'cache_meta',
  'domain_type',
  'enricher_id',
  'partial',
  'payload',
  'principal',
  'tenant_id',
  'timing',
  'user_id',
]

/** To the end of an address or path, but not over the full stop behind it. */
const REST = String.raw`(?:[.,;:!?)\]}]{0,3}[^\s"'<>.,;:!?)\]}])*`
/** A digit before any hyphen tells a token from a word; so does its length. */
const TOKEN = String.raw`(?:[A-Za-z+\/_]{0,23}\d[\w+\/=]{7}|[\w+\/.~-]{32})(?:\.?[\w+\/~=-])*`

const SOURCE_FILE = String.raw`(?:[\w@.-]{1,40}\/){0,8}[\w@.-]{1,60}\.(?:[cm]?[jt]sx?|py|java|go|rs|rb|php|sql|ya?ml|env|pem|log)`
const SPACED_FOLDER = String.raw` [^\s\\"'<>]{1,40}(?: [^\s\\"'<>]{1,40}){0,2}\\`

const OCTETS = String.raw`\d{1,3}\.\d{1,3}`
const PRIVATE_IP = [
  String.raw`(?:10|127)\.\d{1,3}\.${OCTETS}`,
  String.raw`192\.168\.${OCTETS}`,
  String.raw`169\.254\.${OCTETS}`,
  String.raw`172\.(?:1[6-9]|2\d|3[01])\.${OCTETS}`,
].join('|')
const INTERNAL_NAME = String.raw`(?:[A-Za-z0-9_-]{1,63}\.){1,5}(?:internal|local|localdomain|svc|lan|intranet)`
/** A host is one only as a whole: shop.local.example is another's. */
const HOST_ENDS = String.raw`(?=[^\w.:\/-]|[.:](?:[^\w]|$)|$)`
const HOST_GOES_ON = String.raw`(?::\d{1,5}(?:\/${REST})?|\/${REST})`

const SECRETS: Replacement[] = [
  { name: 'secret_key', by: REMOVED, pattern: /(?<![A-Za-z0-9])(?:sk-[\w-]{16,}|[sr]k_(?:live|test)_\w{8,})/ },
  { name: 'cloud_key', by: REMOVED, pattern: /A(?:KIA|SIA)[A-Z0-9]{16}|AIza[\w-]{30,}/ },
  { name: 'forge_token', by: REMOVED, pattern: /gh[opusr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}/ },
  { name: 'chat_token', by: REMOVED, pattern: /xox[abceoprs]-[A-Za-z0-9-]{8,}/ },
  { name: 'package_token', by: REMOVED, pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/ },
  { name: 'jwt', by: REMOVED, pattern: /(?<![A-Za-z0-9])eyJ[\w-]{12,}(?:\.[\w-]{2,}){0,4}/ },
  {
    name: 'bearer',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`(?<![A-Za-z])(?:bearer {1,2}${TOKEN}|authorization: ?(?:basic|bearer|token|digest|apikey) {1,2}[\w+\/=~-]{8,})`,
      'i',
    ),
  },
  {
    name: 'private_key',
    by: REMOVED,
    // A block that is cut off is removed as far as it goes.
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:-?[A-Za-z0-9+/=\s\\:,])*(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/,
  },
  {
    name: 'credential',
    by: REMOVED,
    pattern:
      /(?<![A-Za-z])(?:[a-z]{1,12}[_-])?(?:pass(?:word|wd|phrase)?|pwd|secret|contraseña|api[_-]?key|token)["']?=["']?[^\s"'&,;<>)\]}]{3,}["']?/i,
  },
  {
    name: 'labelled_token',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`(?<![A-Za-z])(?:password|passwd|pwd|secret|key|token|authorization)["']? {0,2}[=:] {0,2}["']?${TOKEN}["']?`,
      'i',
    ),
  },
  {
    name: 'connection_string',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`(?<![A-Za-z])(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|kafka|nats|ldaps?|smtps?):\/\/[^\s"'<>]${REST}`,
      'i',
    ),
  },
  {
    name: 'address_with_password',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`(?<![A-Za-z])(?:https?|wss?|s?ftp|ssh|git):\/\/[^\s:\/@"'<>]{0,64}:[^\s\/@"'<>]{1,128}@${REST}`,
      'i',
    ),
  },
]

const CODES: Replacement[] = [
  { name: 'error_code', by: 'an error', pattern: new RegExp(anyWord(ERROR_CODES), 'i') },
  {
    name: 'system_error',
    by: 'an error',
    pattern:
      /(?<![A-Za-z])(?:E(?:CONNREFUSED|CONNRESET|CONNABORTED|TIMEDOUT|NOTFOUND|PIPE|ACCES|NOENT|AI_AGAIN|HOSTUNREACH|ADDRINUSE)|(?:UND_)?ERR_[A-Z][A-Z0-9_]{2,})/,
  },
  {
    name: 'exception',
    by: 'an error',
    pattern: /(?<![A-Za-z])(?:[A-Z][a-z]{1,20}){1,4}(?:Error|Exception): [^\n.!?]+/,
  },
]

const INTERNALS: Replacement[] = [
  {
    name: 'internal_id',
    by: REMOVED,
    pattern:
      /(?<![A-Za-z0-9])(?:(?:resp|conv)\\?_[A-Za-z0-9-]{4,}|call\\?_(?:\d+|[A-Za-z0-9]{16,})|toolu_[A-Za-z0-9]{8,}|chatcmpl-[A-Za-z0-9-]{8,})/,
  },
  {
    name: 'internal_word',
    by: REMOVED,
    pattern: new RegExp(String.raw`(?<![A-Za-z0-9])(?:${anyWord(INTERNAL_WORDS)})(?=[^A-Za-z0-9]|$)`),
  },
  {
    name: 'envelope',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`"(?:${ENVELOPE_KEYS.join('|')})" ?:(?: ?(?:"[^"\n]{0,120}"|[\w.+-]{1,24}|\{[^{}]{0,240}\}|\[[^\[\]]{0,240}\]),?)?`,
    ),
  },
  {
    name: 'internal_host',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`(?<![\w-])(?:(?:https?|wss?):\/\/)?(?:${INTERNAL_NAME}|localhost|\[::1\]|${PRIVATE_IP})(?:${HOST_ENDS}|${HOST_GOES_ON})`,
    ),
  },
  {
    name: 'path',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`(?<![\w\/:.~-])\/(?:usr|var|etc|home|root|tmp|opt|srv|proc|sys|dev|mnt|app|work|workspace|run|bin|sbin|lib|Users|private|node_modules)\/[^\s"'<>.,;:!?)\]}]${REST}`,
    ),
  },
  {
    name: 'source_file',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`(?<![\w\/.:-])(?:(?:\.{0,2}\/|(?:src|dist|build|lib|node_modules|agents|registry|verticals|platform)\/)${SOURCE_FILE}(?::\d{1,6}){0,2}|${SOURCE_FILE}(?::\d{1,6}){1,2})(?=[^\w\/]|$)`,
    ),
  },
  { name: 'file_address', by: REMOVED, pattern: new RegExp(String.raw`file:\/\/[^\s"'<>]${REST}`, 'i') },
  {
    name: 'windows_path',
    by: REMOVED,
    pattern: new RegExp(
      String.raw`(?<![A-Za-z0-9])(?:[A-Za-z]:\\|\\\\[\w.-]{1,63}\\)[^\s"'<>](?:[.,;:!?)\]}]{0,3}[^\s"'<>.,;:!?)\]}]|${SPACED_FOLDER})*`,
    ),
  },
  {
    name: 'sql',
    by: REMOVED,
    // Shouted, and finished like a statement: nobody orders from a menu that way.
    pattern:
      /(?<![A-Za-z])(?:SELECT [^;\n]{1,100} FROM [^;\n]{1,100}|INSERT INTO [^;\n]{1,160}|UPDATE [^;\n]{1,60} SET [^;\n]{1,100}|DELETE FROM [^;\n]{1,100}|DROP TABLE [^;\n]{1,60});/,
  },
]

const WHERE = String.raw`[^()\n]{0,200}[A-Za-z>](?::\d{1,6}){1,2}`
/** Whole lines, with what ends them. */
const STACK_LINES: Replacement[] = [
  {
    name: 'stack_line',
    by: '',
    pattern: new RegExp(
      String.raw`^[ \t]{0,16}at (?:async |new )?[^\s()]{1,120}(?: \[as \w{1,60}\])? ?\((?:${WHERE}|native|<anonymous>)\)\n?`,
      'm',
    ),
  },
  {
    name: 'stack_line',
    by: '',
    pattern: new RegExp(String.raw`^[ \t]{0,16}at (?:async )?[^\s()]{0,200}[A-Za-z>](?::\d{1,6}){2}(?:\n|(?=$))`, 'm'),
  },
  {
    name: 'stack_line',
    by: '',
    pattern:
      /^[ \t]{0,16}(?:File "[^"\n]{1,200}", line \d{1,6}(?:, in [^\s]{1,80})?|Traceback \(most recent call last\):)\n?/m,
  },
]

export const SAFETY_PATTERNS: readonly Replacement[] = [...SECRETS, ...CODES, ...INTERNALS, ...STACK_LINES]
