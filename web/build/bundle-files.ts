import type { Rolldown } from 'vite'

export type Bundle = Rolldown.OutputBundle

/** Files of a bundle, named by their paths in the build folder. */
export interface BundleFiles {
  readonly scripts: ReadonlySet<string>
  readonly styles: ReadonlySet<string>
}

/**
 * The files with these modules of ours and everything they import, including the files every page starts with.
 * @param modules paths under `web/src`; none for the files every page starts with
 * @throws Error when the bundle has no such module
 */
export function filesOf(modules: readonly string[], bundle: Bundle): BundleFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const opened = modules.map((module) => {
    const chunk = chunks.find((each) => each.moduleIds.some((id) => id.endsWith(`/web/src/${module}`)))
    if (!chunk) throw new Error(`The build has no module ${module}`)
    return chunk
  })
  const first = chunks.filter((chunk) => chunk.isEntry)
  const scripts = withImports(
    [...first, ...opened].map((chunk) => chunk.fileName),
    bundle,
  )
  return { scripts, styles: new Set([...scripts].flatMap((script) => stylesOf(script, bundle))) }
}

function withImports(names: readonly string[], bundle: Bundle, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    withImports(chunk.imports, bundle, found)
  }
  return found
}

function stylesOf(script: string, bundle: Bundle): string[] {
  const chunk = bundle[script]
  return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
}
