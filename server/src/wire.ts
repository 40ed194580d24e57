import type { Logger } from 'pino'
import { ledgerBilling } from './adapters/billing-system/ledger/ledger.ts'
import { gge4CardGateway } from './adapters/card-gateway/gge4/gateway.ts'
import { smtpMail } from './adapters/email/smtp.ts'
import { systemClock } from './clock.ts'
import { connect } from './database/connect.ts'
import type { Deps } from './deps.ts'
import type { Config } from './settings/config.ts'
import { readProfile } from './settings/profile.ts'

/** The real partners behind the ports. */
export interface Wired {
  deps: Deps
  close(): Promise<void>
}

/** @throws WrongSetting for a wrong utility profile */
export function wire(config: Config, log: Logger, wake: Deps['wake']): Wired {
  const profile = readProfile(config.PROFILE_FILE)
  const clock = systemClock
  const { db, pool, counters, close } = connect(config.DATABASE_URL, {
    connections: config.DATABASE_CONNECTIONS,
    onError: (error) => log.warn({ err: error }, 'Database connection lost'),
  })
  const cardGateway = gge4CardGateway(
    {
      url: config.CARD_GATEWAY_URL,
      id: config.CARD_GATEWAY_ID,
      password: config.CARD_GATEWAY_PASSWORD,
      keyId: config.CARD_GATEWAY_KEY_ID,
      hmacKey: config.CARD_GATEWAY_HMAC_KEY,
      searchUser: config.CARD_GATEWAY_SEARCH_USER,
      searchPassword: config.CARD_GATEWAY_SEARCH_PASSWORD,
      timeZone: profile.timeZone,
      timeouts: { charge: config.CARD_GATEWAY_TIMEOUT_SECONDS * 1000 },
    },
    clock,
  )
  const mail = smtpMail(config.SMTP_URL, { name: profile.name, address: profile.mailFrom })
  const deps = {
    config,
    profile,
    db,
    pool,
    counters,
    clock,
    log,
    cardGateway,
    billing: ledgerBilling(db, profile.division),
    mail,
    wake,
  }
  return {
    deps,
    async close() {
      mail.close()
      await close()
    },
  }
}
