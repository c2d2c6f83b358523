import { fileURLToPath } from 'node:url'
import { loadRegistry } from '../registry/load.ts'
import type { EffectiveRegistry, LocaleString } from './contract/index.ts'

const PROJECT = fileURLToPath(new URL('../', import.meta.url))

/** What OneVoice itself says, whatever the root: a root may say it otherwise, but need not say it at all. */
const OWN = /^(failure|caveat|offline)\.|^status\.combined$/

/** The registry, with OneVoice's own words where its root has none. */
export async function withOwnWords(registry: EffectiveRegistry): Promise<EffectiveRegistry> {
  const own = (await loadRegistry(PROJECT)).registry?.locales ?? {}
  const languages = new Set([...Object.keys(own), ...Object.keys(registry.locales)])
  const locales: Record<string, Record<string, LocaleString>> = {}
  for (const language of languages)
    locales[language] = {
      ...Object.fromEntries(Object.entries(own[language] ?? {}).filter(([key]) => OWN.test(key))),
      ...registry.locales[language],
    }
  return { ...registry, locales }
}
