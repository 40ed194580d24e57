import type { TextMessages } from '../port.ts'

/** A provider that does what a test says, and otherwise is away. */
export function testTexts(script: Partial<TextMessages> = {}): TextMessages {
  const reason = 'the provider is away in this test'
  return {
    timeout: 20_000,
    receipt: { type: 'text/plain', body: '' },
    send: async () => ({ outcome: 'notSent', reason }),
    find: async () => ({ outcome: 'unavailable', reason }),
    read: () => ({ outcome: 'refused', reason }),
    check: async () => [],
    ...script,
  }
}
