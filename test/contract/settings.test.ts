import { describe, expect, it } from 'vitest'
import { loadSettings, SettingsError, settingsSchema, type SettingsInput } from '../../src/contract/index.ts'

function problemsOf(given: SettingsInput): readonly string[] {
  try {
    loadSettings(given)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

describe('the settings', () => {
  it('have defaults for all that is needed', () => {
    expect(loadSettings({})).toEqual({
      HOST: '127.0.0.1',
      PORT: 3000,
      ONEVOICE_MODEL: 'auto',
      CCS_TIMEOUT_MS: 10_000,
      SUB_AGENT_TIMEOUT_MS: 20_000,
      SUB_AGENT_MAX_STEPS: 25,
      TURN_DEADLINE_MS: 120_000,
      IDLE_TIMEOUT_MS: 30_000,
      HEARTBEAT_MS: 15_000,
      RESUME_GRACE_MS: 2_000,
      SHUTDOWN_DRAIN_MS: 10_000,
      WIRE_VERSION: '0.5',
      BATCH_WINDOW_MS: 50,
      LOG_LEVEL: 'info',
    })
  })

  it('are frozen', () => {
    const settings = loadSettings({})
    expect(Object.isFrozen(settings)).toBe(true)
    expect(() => Object.assign(settings, { PORT: 1 })).toThrow(TypeError)
  })

  it('OV-2: tell all problems at once, each with its name, what is wrong and what was given', () => {
    const problems = problemsOf({
      PORT: '99999',
      HOST: '0.0.0.0',
      IDLE_TIMEOUT_MS: 'soon',
      CCS_URL: 'ftp://x',
      LOG_LEVEL: 'loud',
    })
    expect(problems).toHaveLength(5)
    expect(problems.find((problem) => problem.startsWith('PORT: '))).toMatch(/65535.*\(is "99999"\)$/)
    expect(problems.find((problem) => problem.startsWith('CCS_URL: '))).toBe(
      'CCS_URL: must be an http or https URL (is "ftp://x")',
    )
    expect(problems.find((problem) => problem.startsWith('IDLE_TIMEOUT_MS: '))).toContain('(is "soon")')
    expect(problems.find((problem) => problem.startsWith('LOG_LEVEL: '))).toContain('info')
    expect(new SettingsError(problems).message.split('\n')).toHaveLength(6)
  })

  it.each([
    '0.0.0.0',
    '::',
    '192.168.1.4',
    'example.com',
    '127.0.0.1.example.com',
    'localhost.example.com',
    '127.999.0.1',
  ])('refuse to listen on %s, because anyone could call', (HOST) => {
    expect(problemsOf({ HOST })).toEqual([
      `HOST: is not a loopback address, and auth is not configured: use 127.0.0.1 (is "${HOST}")`,
    ])
  })

  it.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1', '[::1]'])('listen on %s', (HOST) => {
    expect(loadSettings({ HOST }).HOST).toBe(HOST)
  })

  it.each(['', ' \t'])('take the blank variable %j for one that is not set, whichever it is', (blank) => {
    const empty = Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, blank]))
    expect(loadSettings(empty)).toEqual(loadSettings({}))
  })

  it('take numbers from a program and strings from an environment, and leave other variables alone', () => {
    expect(loadSettings({ PORT: 0 }).PORT).toBe(0)
    expect(loadSettings({ PORT: '8080' }).PORT).toBe(8080)
    expect(loadSettings({ PATH: '/bin' } as SettingsInput)).not.toHaveProperty('PATH')
  })

  it.each(['0', '-1', '1.5', '3600001'])('refuse %s for a time', (value) => {
    expect(problemsOf({ TURN_DEADLINE_MS: value })).toHaveLength(1)
  })
})
