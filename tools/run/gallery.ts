import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../world/node-program.ts'
import { findChromium } from './chromium.ts'

/** `npm run gallery`: pictures of every screen and state in var/gallery. */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const gallery = join(root, 'var', 'gallery')

env.CHROMIUM_PATH = findChromium(root)
await rm(gallery, { recursive: true, force: true })
await runProgram('node_modules/@playwright/test/cli.js', ['test', '--config', 'e2e', '--project', 'gallery'])
console.log(`The pictures are in ${gallery}`)
