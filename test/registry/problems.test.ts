import { describe, expect, it } from 'vitest'
import { loadRegistry } from '../../registry/load.ts'
import { ENGLISH, entry, EVENTS, FLAG, FLAGS, makeRoot, override, POLICY, SOUND, words } from './make-root.ts'

/** Files beside the sound ones, and all that is wrong with them: place, code, and words of the message. */
type Case = [
  what: string,
  files: Record<string, string | Uint8Array>,
  expected: [place: string, code: string, says: string][],
]

const SYNTAX: Case[] = [
  [
    'YAML that does not parse',
    { [EVENTS]: '- id: abc\n  description: "open\n' },
    [[`${EVENTS}:3:1`, 'invalid_yaml', 'Missing closing "quote']],
  ],
  [
    'a key that stands twice',
    { [EVENTS]: `${entry()}  lifecycle: active\n` },
    [[`${EVENTS}:7:3`, 'invalid_yaml', 'lifecycle stands twice in one map: first at 6:3']],
  ],
  [
    'a tag',
    { [FLAGS]: 'ai_assistant_a: !shiny true\n' },
    [
      [`${FLAGS}:1:17`, 'invalid_yaml', '!shiny'],
      [`${FLAGS}:1:24`, 'invalid_flag', '"true", not a boolean'],
    ],
  ],
  [
    'a YAML 1.1 tag',
    { [ENGLISH]: 'status.searching_offers: !!binary aGk=\n' },
    [[`${ENGLISH}:1:26`, 'invalid_yaml', 'binary']],
  ],
  [
    'an alias without an anchor',
    { [FLAGS]: 'ai_assistant_a: *on\n' },
    [[`${FLAGS}:1:17`, 'invalid_yaml', 'no anchor &on']],
  ],
  [
    'an alias inside its anchor',
    { [ENGLISH]: 'status: &all\n  again: *all\n' },
    [[`${ENGLISH}:2:10`, 'invalid_yaml', 'inside what it stands for']],
  ],
  [
    'two documents',
    { [FLAGS]: 'ai_assistant_a: true\n---\nai_assistant_b: true\n' },
    [[`${FLAGS}:2:1`, 'invalid_yaml', 'more than one YAML document']],
  ],
  ['a key that is a map', { [FLAGS]: '? { a: 1 }\n: true\n' }, [[`${FLAGS}:1:3`, 'invalid_yaml', 'not text']]],
  [
    'bytes that are not UTF-8',
    { [FLAGS]: new Uint8Array([0x61, 0xff, 0x0a]) },
    [[`${FLAGS}:1:1`, 'invalid_yaml', 'not UTF-8']],
  ],
]

const FRAGMENTS: Case[] = [
  [
    'a map instead of a list',
    { [EVENTS]: '\nsearching_offers: {}\n' },
    [[`${EVENTS}:2:1`, 'invalid_fragment', 'list of entries']],
  ],
  [
    'an entry that is text',
    { [EVENTS]: `${entry()}- searching\n` },
    [[`${EVENTS}:7:3`, 'invalid_fragment', '"searching"; it must be a map of fields']],
  ],
  ['an entry that is empty', { [EVENTS]: `${entry()}-\n` }, [[`${EVENTS}:7:2`, 'invalid_fragment', 'empty']]],
  [
    'an id in capitals',
    { [EVENTS]: entry({ id: 'Searching' }) },
    [[`${EVENTS}:1:7`, 'invalid_fragment', 'id is "Searching": must match']],
  ],
  [
    'an unknown policy',
    { [EVENTS]: entry({ default_policy: 'loud' }) },
    [
      [
        `${EVENTS}:4:19`,
        'invalid_fragment',
        'default_policy is "loud"; it must be forward, transform, suppress or batch',
      ],
    ],
  ],
  [
    'a missing field',
    { [EVENTS]: entry({ description: undefined }) },
    [[`${EVENTS}:1:3`, 'invalid_fragment', 'description is missing']],
  ],
  [
    'an empty field',
    { [EVENTS]: entry().replace('"Searching for offers"', '') },
    [[`${EVENTS}:2:3`, 'invalid_fragment', 'description is empty']],
  ],
  [
    'an unknown field',
    { [EVENTS]: entry({ polcy: 'batch' }) },
    [[`${EVENTS}:7:3`, 'invalid_fragment', 'There is no field polcy']],
  ],
  [
    'no emitters',
    { [EVENTS]: entry({ emitter_subagents: [] }) },
    [[`${EVENTS}:5:22`, 'invalid_fragment', 'must not be empty']],
  ],
  [
    'an emitter that is a number',
    { [EVENTS]: entry({ emitter_subagents: ['shop', 7] }) },
    [[`${EVENTS}:5:30`, 'invalid_fragment', 'emitter_subagents.1 is 7; it must be text']],
  ],
  [
    'an interval of nothing',
    { [EVENTS]: entry({ min_interval_ms: 0 }) },
    [[`${EVENTS}:7:20`, 'invalid_fragment', 'min_interval_ms is 0; it must be at least 1']],
  ],
  [
    'a deprecated entry without its date and note',
    { [EVENTS]: entry({ lifecycle: 'deprecated' }) },
    [
      [`${EVENTS}:6:14`, 'invalid_fragment', 'needs deprecated_on'],
      [`${EVENTS}:6:14`, 'invalid_fragment', 'needs deprecation_note'],
    ],
  ],
  [
    'an active entry with a deprecation note',
    { [EVENTS]: entry({ deprecation_note: 'No.' }) },
    [[`${EVENTS}:7:21`, 'invalid_fragment', 'active entry has no deprecation_note']],
  ],
  [
    'a date that is none',
    { [EVENTS]: entry({ lifecycle: 'deprecated', deprecated_on: 'soon', deprecation_note: 'No.' }) },
    [[`${EVENTS}:7:18`, 'invalid_fragment', 'must be a date']],
  ],
  [
    'faults of single fields and of fields together',
    { [EVENTS]: entry({ default_policy: 'loud', lifecycle: 'deprecated', deprecated_on: '2026-01-31' }) },
    [
      [`${EVENTS}:4:19`, 'invalid_fragment', 'loud'],
      [`${EVENTS}:6:14`, 'invalid_fragment', 'needs deprecation_note'],
    ],
  ],
  [
    'a wire type as an id',
    { [EVENTS]: entry({ id: 'tool_call' }) },
    [[`${EVENTS}:1:7`, 'reserved_id', 'tool_call is reserved']],
  ],
  [
    'an internal type as an id',
    { [EVENTS]: entry({ id: 'support_content' }) },
    [[`${EVENTS}:1:7`, 'reserved_id', 'support_content is reserved']],
  ],
  [
    'an id twice in one file',
    { [EVENTS]: entry() + entry() },
    [[`${EVENTS}:7:7`, 'duplicate_id', `registered already: ${EVENTS}:1:7`]],
  ],
  [
    'an id in two verticals',
    { 'verticals/toys/status_events.yaml': `\n${entry()}` },
    [['verticals/toys/status_events.yaml:2:7', 'duplicate_id', `registered already: ${EVENTS}:1:7`]],
  ],
  [
    'an id of the platform in a vertical',
    { 'platform/status_events.yaml': entry() },
    [[`${EVENTS}:1:7`, 'duplicate_id', 'registered already: platform/status_events.yaml:1:7']],
  ],
  [
    'a vertical named platform',
    { 'verticals/platform/status_events.yaml': '' },
    [['verticals/platform/status_events.yaml:1:1', 'invalid_fragment', 'platform is not a vertical']],
  ],
]

const LOCALES: Case[] = [
  [
    'a render key without English words',
    { [EVENTS]: entry({ default_render_key: 'status.searchin' }) },
    [[`${EVENTS}:3:23`, 'missing_render_key', 'status.searchin has no words in English']],
  ],
  [
    'a render key with Spanish words only',
    { [ENGLISH]: '', 'verticals/shop/locales/es.yaml': words('status.searching_offers') },
    [[`${EVENTS}:3:23`, 'missing_render_key', 'no words in English']],
  ],
  [
    'an ICU message that does not end',
    { [ENGLISH]: 'status:\n  searching_offers: "Searching {store"\n' },
    [
      [
        `${ENGLISH}:2:21`,
        'invalid_message',
        'status.searching_offers is not a valid ICU message: expect argument closing brace, at character 11',
      ],
    ],
  ],
  [
    'a short form that is not ICU',
    { [ENGLISH]: 'status.searching_offers: { message: "Searching", short: "{n, plural, one {x}}" }\n' },
    [[`${ENGLISH}:1:57`, 'invalid_message', 'missing other clause']],
  ],
  [
    'a currency that is none, in one arm of a plural',
    { [ENGLISH]: 'status.searching_offers: "{n, plural, one {{n, number, ::currency/EURO}} other {x}}"\n' },
    [[`${ENGLISH}:1:26`, 'invalid_message', 'Invalid currency code']],
  ],
  [
    'words that are a number',
    { [ENGLISH]: 'status:\n  searching_offers: 7\n' },
    [[`${ENGLISH}:2:21`, 'invalid_message', 'status.searching_offers must be a message']],
  ],
  [
    'words that are missing',
    { [ENGLISH]: 'status:\n  searching_offers:\n' },
    [[`${ENGLISH}:2:3`, 'invalid_message', 'must be a message']],
  ],
  [
    'words that are blank',
    { [ENGLISH]: 'status.searching_offers: " "\n' },
    [[`${ENGLISH}:1:26`, 'invalid_message', 'must be a message']],
  ],
  [
    'words that are a list',
    { [ENGLISH]: 'status.searching_offers: [a, b]\n' },
    [[`${ENGLISH}:1:26`, 'invalid_message', 'must be a message']],
  ],
  [
    'a short form without a message',
    { [ENGLISH]: 'status.searching_offers: { short: "searching" }\n' },
    [[`${ENGLISH}:1:26`, 'invalid_message', 'must be a message']],
  ],
  [
    'a locale file that is a list',
    { [ENGLISH]: '- status\n' },
    [
      [ENGLISH + ':1:1', 'invalid_message', 'map from render keys'],
      [`${EVENTS}:3:23`, 'missing_render_key', 'no words'],
    ],
  ],
  [
    'one render key nested and dotted',
    { [ENGLISH]: 'status.searching_offers: "One"\nstatus:\n  searching_offers: "Two"\n' },
    [[`${ENGLISH}:3:3`, 'duplicate_key', `words in en already: ${ENGLISH}:1:1`]],
  ],
  [
    'one render key in two files',
    { 'verticals/toys/status_events.yaml': '', 'verticals/toys/locales/en.yaml': words('status.searching_offers') },
    [['verticals/toys/locales/en.yaml:1:1', 'duplicate_key', `words in en already: ${ENGLISH}:1:1`]],
  ],
  [
    'a file named after no language',
    { 'verticals/shop/locales/english.yaml': '' },
    [['verticals/shop/locales/english.yaml:1:1', 'invalid_locale', 'english.yaml is not named after a language']],
  ],
  [
    'an underscore in a language',
    { 'platform/locales/en_US.yaml': '' },
    [['platform/locales/en_US.yaml:1:1', 'invalid_locale', 'en_US.yaml']],
  ],
  [
    'a locale file that ends in .yml',
    { 'platform/locales/es.yml': '' },
    [['platform/locales/es.yml:1:1', 'invalid_locale', 'es.yml']],
  ],
]

const PLATFORM: Case[] = [
  ['a policy that is a map', { [POLICY]: 'a: b\n' }, [[`${POLICY}:1:1`, 'invalid_policy', 'list of overrides']]],
  [
    'an override without a proper flag',
    { [POLICY]: override({ flag: 'shiny', event_id: 'searching_offers', policy: 'batch' }) },
    [[`${POLICY}:1:9`, 'invalid_flag', 'must be named ai_assistant_']],
  ],
  [
    'an override without a flag',
    { [POLICY]: override({ event_id: 'searching_offers', policy: 'batch' }) },
    [[`${POLICY}:1:3`, 'invalid_policy', 'flag is missing']],
  ],
  [
    'an override of no known id',
    { [POLICY]: override({ flag: FLAG, event_id: 'serching', policy: 'batch' }) },
    [[`${POLICY}:2:13`, 'invalid_policy', 'No fragment registers serching']],
  ],
  [
    'an override that changes nothing',
    { [POLICY]: override({ flag: FLAG, event_id: 'searching_offers' }) },
    [[`${POLICY}:1:3`, 'invalid_policy', 'changes nothing']],
  ],
  [
    'an override to an unknown policy',
    { [POLICY]: override({ flag: FLAG, event_id: 'searching_offers', policy: 'loud' }) },
    [[`${POLICY}:3:11`, 'invalid_policy', 'policy is "loud"']],
  ],
  [
    'an override with an unknown field',
    { [POLICY]: override({ flag: FLAG, event_id: 'searching_offers', policy: 'batch', to: 'x' }) },
    [[`${POLICY}:4:3`, 'invalid_policy', 'There is no field to']],
  ],
  [
    'an override to words that are missing',
    { [POLICY]: override({ flag: FLAG, event_id: 'searching_offers', render_key: 'status.other' }) },
    [[`${POLICY}:3:15`, 'missing_render_key', 'status.other has no words']],
  ],
  [
    'the same override twice',
    { [POLICY]: override({ flag: FLAG, event_id: 'searching_offers', policy: 'batch' }).repeat(2) },
    [[`${POLICY}:5:13`, 'invalid_policy', `overridden twice under ${FLAG}: first at ${POLICY}:2:13`]],
  ],
  [
    'an override of an internal type',
    { [POLICY]: override({ flag: FLAG, event_id: 'support_content', policy: 'forward' }) },
    [[`${POLICY}:2:13`, 'invalid_policy', 'support_content is the service’s own']],
  ],
  [
    'an override of a terminal frame',
    { [POLICY]: override({ flag: FLAG, event_id: 'completed', policy: 'suppress' }) },
    [[`${POLICY}:2:13`, 'invalid_policy', 'completed is the service’s own']],
  ],
  [
    'a wire type in a batch',
    { [POLICY]: override({ flag: FLAG, event_id: 'thinking', policy: 'batch' }) },
    [[`${POLICY}:3:11`, 'invalid_policy', 'forward or suppress']],
  ],
  [
    'a wire type with words',
    { [POLICY]: override({ flag: FLAG, event_id: 'reasoning', render_key: 'status.searching_offers' }) },
    [[`${POLICY}:3:15`, 'invalid_policy', 'takes no render_key']],
  ],
  [
    'half of a tool’s boundary',
    { [POLICY]: override({ flag: FLAG, event_id: 'tool_call', policy: 'suppress' }) },
    [[`${POLICY}:2:13`, 'invalid_policy', 'tool_call and tool_completed must have the same policy']],
  ],
  [
    'a tool’s boundary torn over two flags',
    {
      [POLICY]:
        override({ flag: FLAG, event_id: 'tool_call', policy: 'suppress' }) +
        override({ flag: 'ai_assistant_b', event_id: 'tool_completed', policy: 'suppress' }),
    },
    [
      [`${POLICY}:2:13`, 'invalid_policy', 'same policy'],
      [`${POLICY}:5:13`, 'invalid_policy', 'same policy'],
    ],
  ],
  [
    'a flag of another name',
    { [FLAGS]: 'ai_assistant_a: true\nshiny: false\n' },
    [[`${FLAGS}:2:1`, 'invalid_flag', 'shiny is not named ai_assistant_']],
  ],
  [
    'a flag that is not a boolean',
    { [FLAGS]: 'ai_assistant_a: "yes"\n' },
    [[`${FLAGS}:1:17`, 'invalid_flag', '"yes", not a boolean']],
  ],
  [
    'a flag wrong in name and value',
    { [FLAGS]: 'shiny: 1\n' },
    [
      [`${FLAGS}:1:1`, 'invalid_flag', 'not named'],
      [`${FLAGS}:1:8`, 'invalid_flag', 'not a boolean'],
    ],
  ],
  ['flags that are a list', { [FLAGS]: '- ai_assistant_a\n' }, [[`${FLAGS}:1:1`, 'invalid_flag', 'map from names']]],
  [
    'an agent definition with a number for its version',
    { 'platform/agent_definition.yaml': 'id: onevoice\nversion: 1.5\n' },
    [['platform/agent_definition.yaml:2:10', 'invalid_fragment', 'version is 1.5; it must be text']],
  ],
  [
    'an agent definition without an id',
    { 'platform/agent_definition.yaml': 'version: "1"\n' },
    [['platform/agent_definition.yaml:1:1', 'invalid_fragment', 'id is missing']],
  ],
]

describe.each([
  ['the syntax', SYNTAX],
  ['fragments', FRAGMENTS],
  ['locales', LOCALES],
  ['the platform’s files', PLATFORM],
])('OV-2: problems of %s', (_name, cases) => {
  it.each(cases)('%s is told at its place', async (_what, files, expected) => {
    const { registry, problems } = await loadRegistry(makeRoot({ ...SOUND, ...files }))
    const short = problems.map(({ file, line, column, code }) => [`${file}:${line}:${column}`, code])
    expect(short).toEqual(expected.map(([place, code]) => [place, code]))
    for (const [index, [, , says]] of expected.entries()) expect(problems[index]?.message).toContain(says)
    for (const problem of problems) expect(problem.remedy).toMatch(/\S/)
    expect(registry).toBeNull()
  })
})
