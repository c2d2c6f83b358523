import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProvenanceError, type AuditAction, type AuditEntry, type AuditRow } from '../../src/contract/index.ts'
import {
  ancestors,
  FIRST_PREVIOUS_HASH,
  hashRow,
  orphans,
  refuseOrphans,
  verifyChain,
  type ChainEnd,
} from '../../src/store/provenance.ts'

const entry = (action_id: string, parent_id: string | null, action: AuditAction = 'tool_call'): AuditEntry => ({
  action_id,
  parent_id,
  action,
  at: 1_000,
  detail: { name: action_id },
})
const root = entry('root', null, 'message_received')
const idsOf = (rows: readonly AuditEntry[]) => rows.map(({ action_id }) => action_id)

/** Where an action's chain ends. */
function endOf(rows: readonly AuditEntry[], action_id: string): string | undefined {
  try {
    return ancestors(rows, action_id).at(-1)?.action_id
  } catch (error) {
    if (error instanceof ProvenanceError) return 'refused'
    throw error
  }
}

describe('provenance', () => {
  const rows = [entry('tool', 'model'), root, entry('agent', 'root'), entry('model', 'agent'), entry('end', 'root')]

  it('RT-7: an action’s chain goes up to the user’s message, whatever the order of the rows', () => {
    expect(idsOf(ancestors(rows, 'tool'))).toEqual(['tool', 'model', 'agent', 'root'])
    expect(idsOf(ancestors(rows, 'root'))).toEqual(['root'])
    expect(ancestors(rows, 'nobody')).toEqual([])
    expect(orphans(rows)).toEqual([])
    expect(() => refuseOrphans(rows)).not.toThrow()
  })

  it.each([
    ['whose parent is missing', [root, entry('a', 'gone'), entry('b', 'a')], 'b', 'a', /a names a parent .*: gone/],
    ['that names no parent', [root, entry('a', null), entry('b', 'a')], 'b', 'a', /a names no parent/],
    ['that is its own parent', [root, entry('a', 'a')], 'a', 'a', /a names a parent/],
  ])('RT-7: an action %s is refused, and named', (_, broken, from, orphan, words) => {
    expect(idsOf(orphans(broken))).toEqual([orphan])
    expect(() => ancestors(broken, from)).toThrow(ProvenanceError)
    expect(() => ancestors(broken, from)).toThrow(words)
    expect(() => refuseOrphans(broken)).toThrow(words)
  })

  it('RT-7: a circle of actions that never reaches the user’s message is refused', () => {
    const circle = [root, entry('a', 'b'), entry('b', 'c'), entry('c', 'a')]
    expect(idsOf(orphans(circle)).sort()).toEqual(['a', 'b', 'c'])
    expect(() => ancestors(circle, 'b')).toThrow(ProvenanceError)
  })

  it('RT-7: there is no orphan exactly when every chain reaches the user’s message', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'root')
    const any = fc.uniqueArray(
      fc.tuple(id, fc.option(id)).map(([own, parent]) => entry(own, parent)),
      { selector: ({ action_id }) => action_id },
    )
    fc.assert(
      fc.property(any, fc.boolean(), (others, withRoot) => {
        const all = withRoot ? [root, ...others.filter(({ action_id }) => action_id !== 'root')] : others
        // Repeated steps instead of a climb: what reaches the root spreads from it.
        const reached = new Set(idsOf(all.filter((one) => one.action === 'message_received')))
        for (const _ of all)
          for (const one of all) if (one.parent_id !== null && reached.has(one.parent_id)) reached.add(one.action_id)
        expect(orphans(all).length === 0).toBe(reached.size === all.length)
        expect(all.map(({ action_id }) => endOf(all, action_id))).toEqual(
          all.map(({ action_id }) => (reached.has(action_id) ? 'root' : 'refused')),
        )
      }),
    )
  })
})

function chain(tenant_id: string, details: readonly Record<string, unknown>[]): AuditRow[] {
  const rows: AuditRow[] = []
  for (const [index, detail] of details.entries()) {
    const row = {
      ...entry(`${tenant_id}_${index}`, index === 0 ? null : `${tenant_id}_0`),
      detail,
      tenant_id,
      user_id: 'ana',
      response_id: 'resp_1',
      number: index + 1,
      previous_hash: rows.at(-1)?.hash ?? FIRST_PREVIOUS_HASH,
    }
    rows.push({ ...row, hash: hashRow(row) })
  }
  return rows
}

async function* walk(rows: readonly AuditRow[]): AsyncGenerator<AuditRow> {
  yield* rows
}
const brokenOf = async (rows: readonly AuditRow[], noted?: ReadonlyMap<string, ChainEnd>) =>
  (await verifyChain(walk(rows), noted)).broken

describe('the hash of a row', () => {
  const [row] = chain('acme', [{ b: 1, a: { d: [1, { f: 2, e: 3 }], c: null }, '10': 0, '9': 0 }]) as [AuditRow]

  it('RT-7: is the same whatever the order of the keys, and after it was kept as JSON', () => {
    const turned = {
      ...Object.fromEntries(Object.entries(row).toReversed()),
      detail: { '9': 0, a: { c: null, d: [1, { e: 3, f: 2 }] }, '10': 0, b: 1, gone: undefined },
    } as unknown as AuditRow
    expect(hashRow(turned)).toBe(row.hash)
    expect(hashRow(JSON.parse(JSON.stringify(row)) as AuditRow)).toBe(row.hash)
  })

  it('RT-7: is SHA-256 over JSON with sorted keys, as anyone can compute it', () => {
    const plain: AuditRow = {
      ...root,
      detail: { z: 'é', a: [true] },
      tenant_id: 't',
      user_id: 'u',
      response_id: 'r',
      number: 1,
      previous_hash: FIRST_PREVIOUS_HASH,
      hash: 'whatever',
    }
    // printf '%s' '{"action":…}' | sha256sum
    expect(hashRow(plain)).toBe('566109f98ec07eb5239887732e9173b73b3345fa1136a429842287c032307fca')
  })
})

describe('verifying the chains', () => {
  it('RT-7: whole chains pass, one after another or mixed, and their ends are told', async () => {
    const acme = chain('acme', [{}, { n: 1 }, { n: 2 }])
    const blue = chain('blue', [{}, { n: 1 }])
    const [first, ...rest] = acme as [AuditRow, ...AuditRow[]]
    for (const rows of [
      [...acme, ...blue],
      [first, ...blue, ...rest],
    ]) {
      const verdict = await verifyChain(walk(rows))
      expect(verdict).toMatchObject({ rows: 5, broken: null })
      expect(verdict.ends.get('acme')).toEqual({ number: 3, hash: acme[2]?.hash })
    }
    expect(await verifyChain(walk([]))).toMatchObject({ rows: 0, broken: null })
  })

  it('RT-7: rows cut off the end are found by the end that was noted, and so is a chain made anew', async () => {
    const rows = chain('acme', [{}, { n: 1 }, { n: 2 }])
    const { ends } = await verifyChain(walk(rows))
    const cut = rows.slice(0, 2)
    expect(await brokenOf(cut)).toBeNull()
    expect(await brokenOf(cut, ends)).toEqual({ tenant_id: 'acme', number: 3, action_id: null, fault: 'end' })
    expect(await brokenOf([], ends)).toMatchObject({ number: 1, fault: 'end' })
    expect(await brokenOf(chain('acme', [{}, { n: 1 }, { n: 3 }]), ends)).toMatchObject({ number: 3, fault: 'end' })
    expect(await brokenOf(chain('acme', [{}, { n: 1 }, { n: 2 }, { n: 3 }]), ends)).toBeNull()
  })

  const anyChains = fc
    .tuple(
      fc.array(fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 })), {
        minLength: 2,
        maxLength: 5,
      }),
      fc.array(fc.constant({ n: 1 }), { maxLength: 3 }),
    )
    .map(([acme, blue]) => ({ acme: chain('acme', acme), blue: chain('blue', blue) }))

  it('RT-7: any one changed character of any field is found, and its row named', async () => {
    await fc.assert(
      fc.asyncProperty(anyChains, fc.nat(), fc.nat(), fc.nat(), async ({ acme, blue }, which, field, place) => {
        const index = which % acme.length
        const target = acme[index] as AuditRow
        const keys = Object.keys(target) as (keyof AuditRow)[]
        const key = keys[field % keys.length] as keyof AuditRow
        const row = { ...target, [key]: changed(target[key], place) } as AuditRow
        const { tenant_id, number, action_id } = row
        expect(await brokenOf([...blue, ...acme.with(index, row)])).toMatchObject({ tenant_id, number, action_id })
      }),
    )
  })

  it('RT-7: a swap, a removal before the end and a duplicate are found at the first row out of place', async () => {
    await fc.assert(
      fc.asyncProperty(anyChains, fc.nat(), fc.nat(), async ({ acme, blue }, which, other) => {
        const a = which % acme.length
        const b = (a + 1 + (other % (acme.length - 1))) % acme.length
        const first = Math.min(a, b)
        const swapped = acme.with(a, acme[b] as AuditRow).with(b, acme[a] as AuditRow)
        expect(await brokenOf([...swapped, ...blue])).toMatchObject({ action_id: acme[Math.max(a, b)]?.action_id })

        const removed = acme.toSpliced(first, 1)
        expect(await brokenOf([...blue, ...removed])).toMatchObject({ action_id: acme[first + 1]?.action_id })

        const twice = acme.toSpliced(b, 0, acme[a] as AuditRow)
        expect(await brokenOf([...twice, ...blue])).toMatchObject({ tenant_id: 'acme', fault: 'number' })
      }),
    )
  })

  it('RT-7: a changed row with a hash of its own making is found by the row after it', async () => {
    const rows = chain('acme', [{}, { n: 1 }, { n: 2 }])
    const forged = { ...(rows[1] as AuditRow), detail: { n: 7 } }
    const broken = await brokenOf(rows.with(1, { ...forged, hash: hashRow(forged) }))
    expect(broken).toEqual({ tenant_id: 'acme', number: 3, action_id: 'acme_2', fault: 'previous_hash' })
  })
})

/** The value with one character of it another one; of an object, one field more or one of them changed. */
function changed(value: unknown, place: number): unknown {
  if (typeof value === 'number') return value + 1
  if (value === null) return 'x'
  if (typeof value === 'object') {
    const key = Object.keys(value)[place % 3] ?? 'a new key'
    return { ...value, [key]: [(value as Record<string, unknown>)[key]] }
  }
  const text = String(value)
  const at = place % text.length
  return text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1)
}
