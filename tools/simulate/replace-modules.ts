import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

export interface Replacement {
  /** The original, from `server/src`. */
  module: string
  /** The file in the folder `without`, which imports the original and overrides some of it. */
  by: string
  /** The only modules that get it, from `server/src`; all when left out. */
  for?: readonly string[]
}

export function replaceModules(replacements: readonly Replacement[]): void {
  if (replacements.length === 0) return
  for (const file of replacements.flatMap((one) => [one.module, ...(one.for ?? [])])) {
    if (!existsSync(new URL(`../../server/src/${file}`, import.meta.url))) throw new Error(`There is no ${file}`)
  }
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const { parentURL = '' } = context
      const replaced = replacements.find((one) => found.url.endsWith(`/server/src/${one.module}`))
      if (!replaced) return found
      const url = new URL(`without/${replaced.by}`, import.meta.url).href
      const isMeant = replaced.for?.some((importer) => parentURL.endsWith(`/server/src/${importer}`)) ?? true
      return isMeant && parentURL !== url ? { ...found, url } : found
    },
  })
}
