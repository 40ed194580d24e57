import { textEventsPath } from '@portal/contract/text-messages'
import type { Logger } from 'pino'
import { ledgerBilling } from './adapters/billing-system/ledger/ledger.ts'
import { gge4CardGateway } from './adapters/card-gateway/gge4/gateway.ts'
import type { CardGateway } from './adapters/card-gateway/port.ts'
import { stripeCardGateway } from './adapters/card-gateway/stripe/gateway.ts'
import { smtpMail } from './adapters/email/smtp.ts'
import type { TextMessages } from './adapters/text-messages/port.ts'
import { type Clock, systemClock } from './clock.ts'
import { connect } from './database/connect.ts'
import type { Deps } from './deps.ts'
import { type Config, WrongSetting, modeOfKey } from './settings/config.ts'
import { checkTextLengths } from './settings/messages.ts'
import { type ServerProfile, readProfile } from './settings/profile.ts'

/** The real partners behind the ports. */
export interface Wired {
  deps: Deps
  close(): Promise<void>
}

/** @throws WrongSetting for a wrong utility profile */
export async function wire(config: Config, log: Logger, wake: Deps['wake']): Promise<Wired> {
  const profile = readProfile(config.PROFILE_FILE)
  if (config.texts.TEXT_MESSAGES !== 'none') checkTextLengths(profile, config.PUBLIC_URL)
  const clock = systemClock
  const texts = await textsOf(config)
  const { db, pool, counters, close } = connect(config.DATABASE_URL, {
    connections: config.DATABASE_CONNECTIONS,
    onError: (error) => log.warn({ err: error }, 'Database connection lost'),
  })
  const cardGateway = cardGatewayOf(config, profile, clock)
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

/** @throws WrongSetting for keys that do not fit the profile: a demo must not take money, nor a utility play money; or its brands */
function cardGatewayOf(config: Config, profile: ServerProfile, clock: Clock): CardGateway {
  const chargeTimeout = config.CARD_GATEWAY_TIMEOUT_SECONDS * 1000
  const { cardGateway: settings } = config
  if (settings.CARD_GATEWAY === 'stripe') {
    const mode = modeOfKey(settings.STRIPE_SECRET_KEY)
    if ((mode === 'live') !== profile.isLive) {
      const isLive = profile.isLive ? 'is' : 'is not'
      throw new WrongSetting(`Settings: STRIPE_SECRET_KEY is of ${mode} mode, and the profile ${isLive} marked live`)
    }
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_URL: url } = settings
    const { timeZone, cardBrands: brands } = profile
    return stripeCardGateway({ secretKey, webhookSecrets, url, timeZone, chargeTimeout, brands }, clock)
  }
  if (profile.cardBrands.includes('American Express'))
    throw new WrongSetting('PROFILE_FILE: cardBrands: American Express needs CARD_GATEWAY=stripe')
  return gge4CardGateway(
    {
      url: settings.CARD_GATEWAY_URL,
      id: settings.CARD_GATEWAY_ID,
      password: settings.CARD_GATEWAY_PASSWORD,
      keyId: settings.CARD_GATEWAY_KEY_ID,
      hmacKey: settings.CARD_GATEWAY_HMAC_KEY,
      searchUser: settings.CARD_GATEWAY_SEARCH_USER,
      searchPassword: settings.CARD_GATEWAY_SEARCH_PASSWORD,
      timeZone: profile.timeZone,
      timeouts: { charge: chargeTimeout },
    },
    clock,
  )
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
