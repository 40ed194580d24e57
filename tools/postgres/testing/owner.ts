import { argv } from 'node:process'
import { startPostgres } from '../start-postgres.ts'

/** `node owner.ts <folder>`: runs PostgreSQL on a folder, prints its URL, and stays until it is killed. */

const [, , folder = ''] = argv
const postgres = await startPostgres({ folder, durable: true, onLine: () => undefined })
console.log(postgres.url)
setInterval(() => undefined, 60_000)
