import { createServer } from 'node:http'
import { stdout } from 'node:process'

/**
 * The cost of an HTTP call by itself: a server that reads the request and answers with a reply the size of a sign-in's.
 */

const reply = JSON.stringify({ status: { loginMessage: 'x'.repeat(100) }, result: { premiseData: 'x'.repeat(200) } })

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(reply))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') stdout.write(`http://127.0.0.1:${address.port}\n`)
})
