import { type Files, type PageFiles, pageFilesName } from '@portal/contract/page-files'
import type { Plugin } from 'vite'
import { type Bundle, type BundleFiles, filesOf } from './bundle-files.ts'
import { type Opened, type Page, pages } from './pages.ts'

/** Writes down for the server which files and calls each page begins with. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      // After the names of the files are what they will be, and before they are compressed.
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

/** What is opened needs these files beside those that are there already. */
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
