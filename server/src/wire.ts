import { setAccountShape } from '@portal/contract/account-shape'
import { setProof } from '@portal/contract/proof'
import { textEventsPath } from '@portal/contract/text-messages'
import type { Logger } from 'pino'
import { ledgerBilling } from './adapters/billing-system/ledger/ledger.ts'
import { smtpMail } from './adapters/email/smtp.ts'
import type { TextMessages } from './adapters/text-messages/port.ts'
import { type Clock, systemClock } from './clock.ts'
import { connect } from './database/connect.ts'
import type { Deps } from './deps.ts'
import { layoutOf } from './features/billing-exchange/layout/layout-file.ts'
import { type Config, WrongSetting } from './settings/config.ts'
import { checkTextLengths } from './settings/messages.ts'
import { type ServerProfile, readProfile } from './settings/profile.ts'

/** The real partners behind the ports. */
export interface Wired {
  deps: Deps
  close(): Promise<void>
}

/** @throws WrongSetting for a wrong utility profile */
export async function wire(
  config: Config,
  log: Logger,
  wake: Deps['wake'],
  clock: Clock = systemClock,
): Promise<Wired> {
  const profile = readProfile(config.PROFILE_FILE)
  setAccountShape(profile.accountShape)
  setProof(profile.proof)
  layoutOf(profile, config.PROFILE_FILE)
  if (config.texts.TEXT_MESSAGES !== 'none') checkTextLengths(profile, config.PUBLIC_URL)
  const texts = await textsOf(config)
  const paymentGateway = await paymentGatewayOf(config, profile, clock)
  const { db, pool, counters, close } = connect(config.DATABASE_URL, {
    connections: config.DATABASE_CONNECTIONS,
    onError: (error) => log.warn({ err: error }, 'Database connection lost'),
  })
  const mail = smtpMail(config.SMTP_URL, { name: profile.name, address: profile.mailFrom })
  const deps = {
    config,
    profile,
    db,
    pool,
    counters,
    clock,
    log,
    paymentGateway,
    billing: ledgerBilling(db, profile.division),
    mail,
    texts,
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

/** @throws WrongSetting for a gateway that does not fit the profile: a demo must not take money, nor a utility play money */
async function paymentGatewayOf(
  { paymentGateway, CARD_GATEWAY_TIMEOUT_SECONDS }: Config,
  profile: ServerProfile,
  clock: Clock,
) {
  const utility = { ...profile, chargeTimeout: CARD_GATEWAY_TIMEOUT_SECONDS * 1000 }
  const whyNot = paymentGateway.whyNot(utility)
  if (whyNot !== null) throw new WrongSetting(whyNot)
  return await paymentGateway.open(utility, clock)
}

/** In milliseconds. */
const textTimeout = 20_000

/** Only who sends texts loads Twilio’s package: 30 MB. */
async function textsOf({ texts, GENERAL_URL, PUBLIC_URL }: Config): Promise<TextMessages | null> {
  if (texts.TEXT_MESSAGES === 'none') return null
  const { twilioTexts } = await import('./adapters/text-messages/twilio/texts.ts')
  return twilioTexts({
    accountSid: texts.TWILIO_ACCOUNT_SID,
    authTokens: texts.TWILIO_AUTH_TOKEN,
    serviceSid: texts.TWILIO_MESSAGING_SERVICE_SID,
    eventsUrl: new URL(textEventsPath, GENERAL_URL ?? PUBLIC_URL).href,
    url: texts.TWILIO_API_URL,
    timeout: textTimeout,
  })
}
