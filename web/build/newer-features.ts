import bcd, { type Identifier, type SimpleSupportStatement } from '@mdn/browser-compat-data'
import type { Plugin } from 'vite'
import { supportedBrowsers, supportedInWords } from './browsers.ts'

/** Of packages that ask first whether it is there: zod, and what pdfkit is made of. */
const askedForFirst: readonly string[] = ['Error.captureStackTrace', 'URL.canParse', 'Uint8Array.fromHex']

const minimum = new Map<string, string>(supportedBrowsers.flatMap(({ ids, version }) => ids.map((id) => [id, version])))

/** `String.isWellFormed`: members, functions and objects of scripts that some supported browser lacks. */
export const newerInScripts: ReadonlySet<string> = new Set(
  [bcd.javascript.builtins, bcd.api].flatMap((tree) =>
    membersOf(tree).flatMap(([owner, feature]) => [
      ...(isNewer(feature) ? [owner] : []),
      ...membersOf(feature).flatMap(([name, member]) => (isNewer(member) ? [`${owner}.${name}`] : [])),
    ]),
  ),
)

function membersOf(tree: Identifier | undefined): [string, Identifier | undefined][] {
  const names = Object.keys(tree ?? {}).filter((name) => name !== '__compat')
  return names.map((name) => [name.replace(/_static$/, ''), tree?.[name]])
}

function isNewer({ __compat: compat }: Identifier = {}): boolean {
  const support = new Map(Object.entries(compat?.support ?? {}))
  return [...minimum].some(([id, version]) => {
    const stated = support.get(id)
    return stated !== undefined && ![stated].flat().some((each) => has(each, version))
  })
}

function has({ version_added: added, version_removed: removed, flags }: SimpleSupportStatement, version: string) {
  return (
    added !== false && added !== 'preview' && !flags && isUpTo(added, version) && !(removed && isUpTo(removed, version))
  )
}

function isUpTo(one: string, other: string): boolean {
  return partsOf(one) <= partsOf(other)
}

/** As a number that can be compared: 16.4 is 16004. */
function partsOf(version: string): number {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  return major * 1000 + minor
}

/** Statically named, as in `URL.canParse`: in a bundle, that is how packages call what may be missing. */
export function newerInBundle(code: string): string[] {
  const named = Array.from(code.matchAll(/\b[A-Z]\w+\.\w+\b(?!\?\.)/g), ([name]) => name)
  return [...new Set(named)].filter((name) => newerInScripts.has(name) && !askedForFirst.includes(name))
}

/**
 * Names the supported browsers in the page, and fails the build when a package calls what one of them lacks. Our own
 * code: web/src/supported-browsers.test.ts.
 */
export function supportedBrowsersOnly(): Plugin {
  return {
    name: 'supported-browsers-only',
    transformIndexHtml: (html) => html.replace('<!--supported-browsers-->', supportedInWords),
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const found = newerInBundle(file.type === 'chunk' ? file.code : '')
        if (found.length > 0) this.error(`Some supported browsers lack ${found.join(', ')} (${file.fileName})`)
      }
    },
  }
}
