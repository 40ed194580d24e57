import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebApp } from './web-build.ts'

/** `npm run build`: brings web/dist up to date. */

await buildWebApp(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
