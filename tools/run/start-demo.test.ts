import { expect, test } from 'vitest'
import { concernOf } from './start-demo.ts'

test.for([
  { line: '{"level":"info","msg":"Serving"}', shown: undefined },
  { line: '{"level":"warn","msg":"Mail waits","err":{"message":"refused"}}', shown: 'Mail waits (refused)' },
  { line: 'The server stopped unexpectedly.', shown: 'The server stopped unexpectedly.' },
])('given the line $line of the server, then the terminal shows $shown', ({ line, shown }) => {
  expect(concernOf(line)).toBe(shown)
})
