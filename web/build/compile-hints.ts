import type { Plugin } from 'vite'

/** It must be the first line of the file. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Asks Chromium to compile all functions of a file while it arrives, on another thread. Otherwise each is compiled when
 * it is first called, on the thread that renders and responds, which takes a tenth of a second per page on a slow
 * phone. A page calls most functions of its files at once. For other browsers, the line is a comment.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    // A file with another first line needs another name, too, because browsers keep files forever by their names.
    augmentChunkHash: () => hint,
    generateBundle: {
      // After Vite has added its own lines at the beginning.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = hint + file.code
        }
      },
    },
  }
}
