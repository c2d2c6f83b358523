import { expect, it } from 'vitest'
import { fragmentEntry, makeRoot, subAgentSource } from '../support/root.ts'
import { onevoice, startService } from '../support/service.ts'
import { readSse } from '../support/sse.ts'

const platform = { 'platform/agent_definition.yaml': 'id: test\nversion: "1"\n' }

it('OV-2, FR-11, AC-5: a start with four mistakes prints all four, with place and remedy, and exits 1 before any model call', async () => {
  await using made = await makeRoot({
    ...platform,
    'verticals/alpha/status_events.yaml': fragmentEntry('finding_things', 'alpha') + fragmentEntry('no_words', 'alpha'),
    'verticals/beta/status_events.yaml': fragmentEntry('finding_things', 'beta'),
    'verticals/alpha/locales/en.yaml': 'status:\n  finding_things: Finding things…\n',
    'agents/alpha/index.ts': subAgentSource(
      'alpha',
      'alpha',
      `emitStatus('finding_thigns')\n        getStreamWriter()('Looking around…')`,
    ),
    // A model that leaves a trace if it is ever called.
    'model.mjs': `throw new Error('MODEL CALLED')`,
  })
  const { code, stderr, stdout } = await onevoice(['serve'], { ONEVOICE_ROOT: made.root, PORT: '0' })
  expect(code).toBe(1)
  expect(stdout).not.toContain('ready')
  const lines = stderr.split('\n')
  const at = (place: RegExp) => lines.findIndex((line) => place.test(line))
  for (const place of [
    /agents\/alpha\/index\.ts:13:20\b.*finding_thigns/,
    /agents\/alpha\/index\.ts:14:\d+  prose/,
    /verticals\/beta\/status_events\.yaml:1:7\b.*finding_things/,
    /verticals\/alpha\/status_events\.yaml:9:23\b.*no_words/,
  ])
    expect(at(place), `${place} in\n${stderr}`).toBeGreaterThanOrEqual(0)
  expect(stderr).toMatch(/finding_things\?|mean/i)
  expect(stderr).not.toMatch(/ {4}at .*\.ts:\d+/)
})

it('R-3: a sub-agent without a cancellation handler is refused at start', async () => {
  await using made = await makeRoot({
    ...platform,
    'verticals/alpha/status_events.yaml': '[]\n',
    'agents/alpha/index.ts': subAgentSource('alpha', 'alpha', '').replace('  onCancel() {},\n', ''),
  })
  const { code, stderr } = await onevoice(['serve'], { ONEVOICE_ROOT: made.root, PORT: '0' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/agents\/alpha\/index\.ts:5:\d+  missing_cancel_handler/)
})

it('AC-10, FR-11: a vertical outside the project is served without editing anything else', async () => {
  await using made = await makeRoot({
    ...platform,
    'verticals/weather/status_events.yaml': fragmentEntry('checking_the_sky', 'weather'),
    'verticals/weather/locales/en.yaml': 'status.checking_the_sky: Checking the sky…\n',
    'verticals/weather/locales/es.yaml': 'status.checking_the_sky: Mirando el cielo…\n',
    'agents/weather/index.ts': subAgentSource(
      'weather',
      'weather',
      `emitStatus('checking_the_sky')`,
      'Weather, rain and sunshine forecasts',
    ),
  })
  await using service = await startService({ ONEVOICE_ROOT: made.root })
  const { frames } = await readSse(await service.chat({ message: 'weather forecast please', locale: 'es' }))
  expect(frames.find(({ event_type }) => event_type === 'status')).toMatchObject({
    data: { event_id: 'checking_the_sky', message: 'Mirando el cielo…' },
  })
  expect(frames.at(-1)?.event_type).toBe('completed')
})

it('a root without a platform folder still speaks: OneVoice brings its own words, in every language', async () => {
  await using made = await makeRoot({
    'verticals/weather/status_events.yaml': '[]\n',
    'agents/weather/index.ts': subAgentSource('weather', 'weather', `throw new Error('storm')`, 'Weather forecasts'),
  })
  await using service = await startService({ ONEVOICE_ROOT: made.root, LOG_LEVEL: 'silent' })
  const { frames } = await readSse(await service.chat({ message: 'weather forecasts', locale: 'fr' }))
  expect(frames.slice(2).map(({ event_type }) => event_type)).toEqual(expect.arrayContaining(['text', 'error']))
  expect(frames.find(({ event_type }) => event_type === 'text')).toMatchObject({
    chunk: expect.stringMatching(/Désolé/),
  })
  const direct = await readSse(await service.chat({ message: 'hola', locale: 'es' }))
  expect(direct.frames.at(-1)?.event_type).toBe('completed')
})

it('ONEVOICE_MODEL takes a module of one’s own, and says plainly when it is none', async () => {
  await using made = await makeRoot({ ...platform, 'model.mjs': 'export const nothing = 1\n' })
  const missing = await onevoice(['serve'], {
    ONEVOICE_ROOT: made.root,
    ONEVOICE_MODEL: './no-such-model.ts',
    PORT: '0',
  })
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('no-such-model.ts')
  const empty = await onevoice(['serve'], {
    ONEVOICE_ROOT: made.root,
    ONEVOICE_MODEL: `${made.root}/model.mjs`,
    PORT: '0',
  })
  expect(empty.code).toBe(1)
  expect(empty.stderr).toMatch(/default/)
})

it('wrong settings are all named at once', async () => {
  const { code, stderr } = await onevoice(['serve'], { PORT: 'http', HOST: '0.0.0.0', CCS_URL: 'nowhere' })
  expect(code).toBe(1)
  for (const name of ['PORT', 'HOST', 'CCS_URL']) expect(stderr).toContain(name)
})

it('a port that is taken is said in one sentence', async () => {
  await using service = await startService()
  const { code, stderr } = await onevoice(['serve'], { PORT: new URL(service.url).port })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^onevoice: Port \d+ on 127\.0\.0\.1 is in use\./)
  expect(stderr).not.toContain(' at ')
})

it('an older Node by hand is told so in one sentence', async () => {
  const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'});Object.defineProperty(process,'version',{value:'v20.20.2'})`
  const { code, stderr } = await onevoice(['serve'], {}, ['--import', old])
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(/Node 24.*v?20\.20\.2/)
})
