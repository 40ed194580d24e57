import { Buffer } from 'node:buffer'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|ttf|txt)$/
/** In bytes. For a smaller file, compression saves too little to be worth a second file. */
const smallest = 512

/** Adds a `.br` and a `.gz` to every text file of the build, for the server to send as they are. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (!compressible.test(fileName) || source.length < smallest) continue
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli(source) })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
        }
      },
    },
  }
}

/** Brotli at its best quality. */
function brotli(source: Buffer): Buffer {
  return brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
}
