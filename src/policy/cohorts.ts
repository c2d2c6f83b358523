import type { EffectiveRegistry } from '../contract/index.ts'
import { baseTable, cohortTable, type DecisionTable } from './decision-table.ts'
import { createFlags, type Flags, type Targeting } from './flags.ts'

/** A cohort: the agent definition's version, the registry's version, and the flags that are on. */
export interface Cohort {
  readonly key: string
  /** The flags that are on, sorted; only those that an override names. */
  readonly flags: readonly string[]
  /** For metrics: `control`, or the flags joined by `+`. */
  readonly arm: string
  readonly agent_definition_version: string
  readonly table: DecisionTable
}

export interface Cohorts {
  /** Evaluates the flags, once a turn; `overrides` are the request's own flags. The table is then one look-up away. */
  resolve(targeting: Targeting, overrides?: Readonly<Record<string, boolean>>): Promise<Cohort>
  close(): Promise<void>
}

export interface CohortsOptions {
  /** How many cohorts' tables are kept; the one not used for longest goes first. */
  max_cohorts?: number
  /** How long a program's own flag provider may take. */
  flag_timeout_ms?: number
}

export const MAX_COHORTS = 256

export function createCohorts(registry: EffectiveRegistry, options: CohortsOptions = {}): Cohorts {
  const { max_cohorts = MAX_COHORTS, flag_timeout_ms } = options
  if (!Number.isInteger(max_cohorts) || max_cohorts < 1)
    throw new RangeError(`max_cohorts must be a whole number from 1 on (is ${max_cohorts})`)
  // A flag that no override names changes nothing, so it is not asked for and splits no cohort.
  const names = [...new Set(registry.overrides.map(({ flag }) => flag))].toSorted()
  return new CachedCohorts(
    registry,
    names,
    names.length === 0 ? null : createFlags(registry.flags, flag_timeout_ms),
    max_cohorts,
  )
}

class CachedCohorts implements Cohorts {
  readonly #registry: EffectiveRegistry
  readonly #names: readonly string[]
  readonly #flags: Flags | null
  readonly #max: number
  readonly #base: DecisionTable
  readonly #made = new Map<string, Cohort>()

  constructor(registry: EffectiveRegistry, names: readonly string[], flags: Flags | null, max: number) {
    this.#registry = registry
    this.#names = names
    this.#flags = flags
    this.#max = max
    this.#base = baseTable(registry)
  }

  async resolve(targeting: Targeting, overrides: Readonly<Record<string, boolean>> = {}): Promise<Cohort> {
    if (this.#flags === null) return this.#cohort([])
    const asked = this.#names.filter((name) => !Object.hasOwn(overrides, name))
    const on = new Set(asked.length === 0 ? [] : await this.#flags.on(asked, targeting))
    return this.#cohort(
      this.#names.filter((name) => (Object.hasOwn(overrides, name) ? overrides[name] === true : on.has(name))),
    )
  }

  async close(): Promise<void> {
    this.#flags?.close()
    this.#made.clear()
  }

  #cohort(flags: readonly string[]): Cohort {
    const version = this.#registry.agent_definition.version
    const key = `${version}|${this.#registry.version}|${flags.join(',')}`
    const cohort = this.#made.get(key) ?? {
      key,
      flags,
      arm: flags.length === 0 ? 'control' : flags.join('+'),
      agent_definition_version: version,
      table: cohortTable(this.#base, this.#registry.overrides, flags),
    }
    // To the end of the line: the first in it is the least recently used.
    this.#made.delete(key)
    this.#made.set(key, cohort)
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= this.#max) break
      this.#made.delete(oldest)
    }
    return cohort
  }
}
