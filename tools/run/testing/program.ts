import { createServer } from 'node:http'
import { env, exit, pid } from 'node:process'

/**
 * A program to supervise: answers its process number on PORT; writes the log line LINE first, ends at once with FAIL.
 */

if (env.LINE) console.log(env.LINE)
if (env.FAIL) exit(1)
createServer((_request, response) => response.end(String(pid))).listen(Number(env.PORT), '127.0.0.1')
process.once('SIGTERM', () => exit(0))
