import { env } from 'node:process'
import { SMTPServer } from 'smtp-server'

/** A mail server in a process of its own that takes every email and keeps none, for `notifications.bench.ts`. */

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _, done) {
    stream.resume().on('end', () => done())
  },
})
server.listen(Number(env['PORT']), '127.0.0.1', () => console.log('ready'))
