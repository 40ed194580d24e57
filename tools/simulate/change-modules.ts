import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** A module of the product, some of whose exports are not what they should be. */
export interface ChangedModule {
  /** From `server/src`. */
  module: string
  exports: object
  /** The only module that sees the change, from `server/src`; all when left out. */
  for?: string
}

/** Another number, list or table of moves is a change, too. */
type Wide<Value> = Value extends number
  ? number
  : Value extends readonly string[]
    ? readonly string[]
    : Value extends Readonly<Record<string, readonly string[]>>
      ? Readonly<Record<string, readonly string[]>>
      : Value

/** @param exports what to make of each */
export function changed<Module>(
  module: string,
  exports: { readonly [Name in keyof Module]?: (original: Module[Name]) => Wide<Module[Name]> },
): ChangedModule {
  return { module, exports }
}

const mark = '?changed='
let changes: readonly ChangedModule[] = []

/** Call it before these modules are loaded. */
export function changeModules(modules: readonly ChangedModule[]): void {
  if (modules.length === 0) return
  for (const file of modules.flatMap((one) => [one.module, one.for ?? one.module])) {
    if (!existsSync(new URL(`../../server/src/${file}`, import.meta.url))) throw new Error(`There is no ${file}`)
  }
  changes = modules
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const { parentURL = '' } = context
      const isAt = (url: string, file: string): boolean => url.endsWith(`/server/src/${file}`)
      const index = changes.findIndex(
        (one) => isAt(found.url, one.module) && (!one.for || isAt(parentURL, one.for)) && !parentURL.includes(mark),
      )
      return index < 0 ? found : { ...found, url: `${found.url}${mark}${index}` }
    },
    load(url, context, next) {
      const [original = '', index] = url.split(mark)
      if (index === undefined) return next(url, context)
      const names = Object.keys(changes[Number(index)]?.exports ?? {})
      const source = `
        import * as original from '${original}'
        import { changedExport } from '${import.meta.url}'
        export * from '${original}'
        ${names.map((name) => `export const ${name} = changedExport(${index}, '${name}', original.${name})`).join('\n')}`
      return { format: 'module', shortCircuit: true, source }
    },
  })
}

/** @public For the modules that `changeModules` makes. */
export function changedExport(index: number, name: string, original: unknown): unknown {
  const change: unknown = Reflect.get(changes[index]?.exports ?? {}, name)
  if (typeof change !== 'function') throw new TypeError(`Nothing changes ${name}`)
  return Reflect.apply(change, undefined, [original])
}
