import type { Plugin } from 'vite'

/** Has to begin the file. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Asks Chromium to compile all functions of a file while it arrives, on a thread of their own. Otherwise each is
 * compiled when it is first called, on the thread that renders and responds: on a slow phone that takes a tenth of a
 * second per page. A page calls most functions of its files at once. For other browsers the line is a comment.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    // A file that gets another first line has to get another name as well: browsers keep files for good by their names.
    augmentChunkHash: () => hint,
    generateBundle: {
      // After Vite has put its own lines at the beginning.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = hint + file.code
        }
      },
    },
  }
}
