import { describe, expect, it } from 'vitest'
import { chatRequestSchema, isLocale } from '../../src/contract/index.ts'

const problemsOf = (body: unknown): string[] =>
  (chatRequestSchema.safeParse(body).error?.issues ?? []).map(
    ({ path, message, ...issue }) => `${[...path, ...('keys' in issue ? issue.keys : [])].join('.')}: ${message}`,
  )

describe('a chat request', () => {
  it('needs a message only', () => {
    expect(chatRequestSchema.parse({ message: 'hi' })).toEqual({
      message: 'hi',
      on_disconnect: 'cancel',
      emit_node_events: false,
    })
  })

  it('may say all of this', () => {
    const body = {
      message: 'x'.repeat(32_000),
      conversation_id: 'conv_1',
      locale: 'fr-CA',
      on_disconnect: 'continue',
      flags: { ai_assistant_short: true },
      emit_node_events: true,
    }
    expect(chatRequestSchema.parse(body)).toEqual(body)
  })

  it.each([
    [{}, 'message: is required'],
    [{ message: '' }, 'message: must not be empty'],
    [{ message: 'x'.repeat(32_001) }, 'message: must be at most 32,000 characters'],
    [{ message: 7 }, 'message: must be a string'],
    [{ message: 'hi', locale: 'not_a_locale' }, 'locale: must be a BCP 47 language tag, for example en, es or fr-CA'],
    [{ message: 'hi', conversation_id: '' }, 'conversation_id: '],
    [{ message: 'hi', on_disconnect: 'wait' }, 'on_disconnect: '],
    [{ message: 'hi', flags: { ai_assistant_x: 'yes' } }, 'flags.ai_assistant_x: must be true or false'],
    [{ message: 'hi', flags: { foo: true } }, 'flags.foo: is no flag: a flag is named ai_assistant_…'],
    [{ message: 'hi', flags: 'on' }, 'flags: must be an object of true and false'],
    [{ message: 'hi', emit_node_events: 1 }, 'emit_node_events: '],
    [{ message: 'hi', mesage: 'x', tone: 'y' }, 'mesage.tone: Unrecognized keys'],
  ])('%j is refused by the field’s name', (body, problem) => {
    const problems = problemsOf(body)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  it('is told all that is wrong with it at once', () => {
    expect(problemsOf({ locale: '!', on_disconnect: 'wait' })).toHaveLength(3)
  })
})

describe('a locale', () => {
  it.each([
    ['en', true],
    ['fr-CA', true],
    ['zh-Hant-TW', true],
    ['', false],
    ['e', false],
    ['en_US', false],
    ['toolonglanguage', false],
    ['en-', false],
  ])('%j is one: %s', (tag, good) => {
    expect(isLocale(tag)).toBe(good)
  })
})
