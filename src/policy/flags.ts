import { NOOP_PROVIDER, OpenFeature, TypedInMemoryProvider, type Client } from '@openfeature/server-sdk'
import type { EffectiveRegistry } from '../contract/index.ts'

/** The domain a program binds its own provider to: `OpenFeature.setProvider('onevoice', provider)`. */
export const FLAG_DOMAIN = 'onevoice'

/** A program's provider that has not answered by then is not waited for: the registry's own value holds. */
export const FLAG_TIMEOUT_MS = 250

export interface Targeting {
  readonly tenant_id: string
  readonly user_id: string
  readonly locale: string
}

export interface Flags {
  /** Those of `names` that are on, in their order. */
  on(names: readonly string[], targeting: Targeting): Promise<string[]>
  close(): void
}

// OpenFeature is one per process and forgets no domain: the names of closed instances are used again.
const spare: string[] = []
let made = 0

/**
 * OpenFeature over the flags of `platform/flags.yaml`. They are bound to a domain of this instance's own, so that two
 * services in one process do not share them; a provider that the program binds to `onevoice` comes before them.
 */
export function createFlags(flags: EffectiveRegistry['flags'], timeout_ms = FLAG_TIMEOUT_MS): Flags {
  const domain = spare.pop() ?? `${FLAG_DOMAIN}:${++made}`
  OpenFeature.setProvider(domain, new TypedInMemoryProvider(configurationOf(flags)))
  const own = OpenFeature.getClient(domain)
  const programs = OpenFeature.getClient(FLAG_DOMAIN)
  const fallback = (name: string) => Object.hasOwn(flags, name) && flags[name] === true
  let closed = false

  return {
    async on(names, { tenant_id, user_id, locale }) {
      const bound = isBound()
      // The own provider knows the file and nothing else: without a hook that would see it, there is nothing to ask it.
      if (closed || (!bound && OpenFeature.getHooks().length === 0)) return names.filter(fallback)
      const context = { targetingKey: `${tenant_id}/${user_id}`, tenant_id, user_id, locale }
      const ask = (client: Client) =>
        Promise.all(names.map((name) => client.getBooleanValue(name, fallback(name), context)))
      const values = bound ? await within(timeout_ms, ask(programs)) : await ask(own)
      return names.filter((name, index) => (values === undefined ? fallback(name) : values[index] === true))
    },
    close() {
      if (closed) return
      closed = true
      OpenFeature.setProvider(domain, NOOP_PROVIDER)
      spare.push(domain)
    },
  }
}

const configurationOf = (flags: EffectiveRegistry['flags']) =>
  Object.fromEntries(
    Object.entries(flags).map(([name, on]) => [
      name,
      { variants: { on: true, off: false }, defaultVariant: on ? ('on' as const) : ('off' as const), disabled: false },
    ]),
  )

/** An unbound domain answers with the program's default provider, which is not meant for us. */
const isBound = (): boolean => OpenFeature.getProvider(FLAG_DOMAIN) !== OpenFeature.getProvider()

async function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  try {
    return await Promise.race([answer, late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
