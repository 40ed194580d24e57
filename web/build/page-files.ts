import { type Files, type PageFiles, pageFilesName } from '@portal/contract/page-files'
import type { Plugin } from 'vite'
import { type Bundle, type BundleFiles, filesOf } from './bundle-files.ts'
import { type Opened, type Page, pages } from './pages.ts'

/** Writes a list for the server of the files and calls that each page starts with. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      // After the final names of the files are known, and before they are compressed.
      order: 'post',
      handler(_options, bundle) {
        const found: PageFiles = Object.fromEntries(pages.map((page) => [page.path, filesOfPage(page, bundle)]))
        this.emitFile({ type: 'asset', fileName: pageFilesName, source: JSON.stringify(found) })
      },
    },
  }
}

function filesOfPage(page: Page, bundle: Bundle): PageFiles[string] {
  const ofPage = filesOf([page.module, ...(page.later ?? [])], bundle)
  const views: PageFiles[string]['views'] = {}
  for (const [name, view] of Object.entries(page.views ?? {})) views[name] = filesBeyond(view, ofPage, bundle)
  return { audience: page.audience, page: filesBeyond(page, filesOf([], bundle), bundle), views }
}

/** The files that a page or view needs beyond those that are already there. */
function filesBeyond(opened: Opened, there: BundleFiles, bundle: Bundle): Files {
  const first = filesOf([opened.module], bundle)
  const all = filesOf([opened.module, ...(opened.later ?? [])], bundle)
  return {
    scripts: without(first.scripts, there.scripts),
    styles: without(first.styles, there.styles),
    laterScripts: without(all.scripts, there.scripts, first.scripts),
    laterStyles: without(all.styles, there.styles, first.styles),
    calls: (opened.calls ?? []).map(({ group, path }) => ({ group, path })),
  }
}

function without(names: ReadonlySet<string>, ...others: readonly ReadonlySet<string>[]): string[] {
  return [...names].filter((name) => !others.some((other) => other.has(name)))
}
