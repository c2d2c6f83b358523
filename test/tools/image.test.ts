import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from './temp-tree.ts'

type Instruction = { name: string; rest: string }

/** Dockerfile lines, joined where they go on. */
const instructions = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8')
  .replaceAll(/^\s*#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line): Instruction => {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    return { name, rest }
  })
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const rests = (list: readonly Instruction[], name: string) =>
  list.filter((one) => one.name === name).map(({ rest }) => rest)

describe('the image', () => {
  it('is made in two stages of node:24-slim, and only the first one runs npm', () => {
    expect(rests(instructions, 'FROM')).toEqual(['node:24-slim AS dependencies', 'node:24-slim'])
    expect(rests(instructions, 'RUN')).toEqual([expect.stringMatching(/^npm ci --omit=dev\b/)])
    expect(rests(lastStage, 'RUN')).toEqual([])
  })

  it('runs as another user than root', () => {
    expect(rests(lastStage, 'USER')).toEqual(['node'])
  })

  it('asks /healthz whether it is well', () => {
    const [, command] = /CMD (\[.*\])$/.exec(rests(lastStage, 'HEALTHCHECK')[0] ?? '') ?? []
    const [node, flag, script] = JSON.parse(command ?? '[]') as string[]
    expect([node, flag]).toEqual(['node', '-e'])
    expect(script).toContain('/healthz')
    expect(() => new Function(script as string)).not.toThrow()
  })

  it('copies files that are there and that .dockerignore lets through', () => {
    const ignored = readFileSync(join(PROJECT, '.dockerignore'), 'utf8').split('\n')
    const copied = rests(instructions, 'COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1))
    expect(copied).toContain('src')
    expect(copied.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([])
    expect(copied.filter((path) => !ignored.includes(`!${path}`))).toEqual([])
    expect(ignored).toContain('*')
  })

  it('starts the service', () => {
    expect(rests(lastStage, 'CMD')).toEqual(['["node", "--max-semi-space-size=64", "bin/onevoice.mjs", "serve"]'])
  })
})
