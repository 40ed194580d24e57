/** The settings without which no server starts, for tests. */
export const neededSettings = {
  DATABASE_URL: 'postgres://portal@localhost/portal',
  HUMAN_CHECK_SECRET: 's'.repeat(32),
  LINK_SECRET: 'l'.repeat(32),
  SECOND_FACTOR_SECRET: 's'.repeat(32),
  CARD_GATEWAY_URL: 'http://127.0.0.1:3100',
  CARD_GATEWAY_ID: 'A00000-01',
  CARD_GATEWAY_PASSWORD: 'password',
  CARD_GATEWAY_KEY_ID: '1',
  CARD_GATEWAY_HMAC_KEY: 'key',
  CARD_GATEWAY_SEARCH_USER: 'user',
  CARD_GATEWAY_SEARCH_PASSWORD: 'search-password',
  SMTP_URL: 'smtp://127.0.0.1:2525',
} as const
