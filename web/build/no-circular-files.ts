import type { Plugin, Rolldown } from 'vite'

/**
 * Fails the build when its files import each other in a circle, because one of them would use another before that one
 * has run.
 */
export function noCircularFiles(): Plugin {
  return {
    name: 'no-circular-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const done = new Set<string>()
      for (const fileName of Object.keys(bundle)) {
        const circle = circleFrom(fileName, bundle, [], done)
        if (circle) this.error(`Files import each other: ${circle.join(' → ')}`)
      }
    },
  }
}

/** The path from a file back to itself by static imports, or null. */
function circleFrom(
  fileName: string,
  bundle: Rolldown.OutputBundle,
  way: readonly string[],
  done: Set<string>,
): readonly string[] | null {
  if (way.includes(fileName)) return [...way, fileName]
  const file = bundle[fileName]
  if (done.has(fileName) || file?.type !== 'chunk') return null
  for (const imported of file.imports) {
    const circle = circleFrom(imported, bundle, [...way, fileName], done)
    if (circle) return circle
  }
  done.add(fileName)
  return null
}
