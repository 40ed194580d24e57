import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { supportedBrowsers } from './build/browsers.ts'
import { areaBudgets } from './build/budgets.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { compileHints } from './build/compile-hints.ts'
import { supportedBrowsersOnly } from './build/newer-features.ts'
import { pageFiles } from './build/page-files.ts'
import { precompress } from './build/precompress.ts'
import { zodForBrowsers } from './build/zod-for-browsers.ts'

export default defineConfig({
  plugins: [
    react(),
    zodForBrowsers(),
    pageFiles(),
    compileHints(),
    precompress(),
    areaBudgets(),
    supportedBrowsersOnly(),
  ],
  worker: { format: 'es' },
  build: {
    target: supportedBrowsers.flatMap(({ targets, version }) => targets.map((target) => target + version)),
    // Every file keeps its own address, because the content security policy does not allow `data:` for fonts, styles
    // and workers.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // How long each plugin took is of no interest while the portal starts.
      checks: { pluginTimings: false },
      // Declaring a schema or a call has no side effect, so the parts of the contract that a page does not use are left
      // out.
      treeshake: { manualPureFunctions: ['z', 'call'] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunkGroups,
        },
      },
    },
  },
})
