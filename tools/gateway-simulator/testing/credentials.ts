import type { GatewayCredentials } from '../options.ts'

export const testCredentials: GatewayCredentials = {
  id: 'A00000-01',
  password: 'terminal-password',
  keyId: '1234',
  hmacKey: 'test-hmac-key',
  searchUser: 'reader',
  searchPassword: 'reader-password',
}
