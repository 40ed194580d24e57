import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type MessageKind, messageKinds, proofDigits } from '@portal/contract/notifications'
import { textParts } from '@portal/contract/text-messages'
import type { UtilityProfile } from '@portal/contract/utility'
import { type NotificationFile, checkedCode, checkedEmail, checkedNotification } from '../wording/check-files.ts'
import { type EmailFileName, emailFiles } from '../wording/email-files.ts'
import { type MessageFile, parseMessage } from '../wording/message-file.ts'
import { codeValues, longestAbout, sampleValues } from '../wording/notification-fields.ts'
import { WrongSetting } from './config.ts'

/** The words of each kind of message. */
export type Messages = Readonly<
  Record<MessageKind | 'address-code', NotificationFile> & Record<Exclude<EmailFileName, 'address-code'>, MessageFile>
>

/**
 * Reads a folder of the profile with the files of all messages (docs/operations.md, Messages of the profile).
 * @throws WrongSetting naming the file that is missing or unknown, or the line that is wrong
 */
export function readMessages(folder: string): Messages {
  const languages = languagesIn(folder)
  return readAll(folder, basename(folder), (name) => languages.includes(name))
}

/** In another language, `messages/es`: all of them. @throws WrongSetting as above */
export function readTranslation(folder: string, language: string): Messages {
  return readAll(join(folder, language), `${basename(folder)}/${language}`)
}

/** Besides the utility's own. */
export function languagesIn(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return entries.flatMap((entry) => (entry.isDirectory() && isLocale(entry.name) ? [entry.name] : []))
}

export function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name)[0] === name
  } catch {
    return false
  }
}

function readAll(folder: string, label: string, isOther: (name: string) => boolean = () => false): Messages {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const kinds = [...messageKinds, ...Object.keys(emailFiles)]
  const unknown = names.find((name) => !isOther(name) && !kinds.some((kind) => name === `${kind}.md`))
  if (unknown !== undefined) throw wrong(label, unknown, 'there is no message of this name')
  const read = <Message>(kind: keyof Messages, check: (message: MessageFile) => Message): Message => {
    const file = `${kind}.md`
    if (!names.includes(file)) throw wrong(label, file, 'the file is missing')
    try {
      return check(parseMessage(readFileSync(join(folder, file), 'utf8')))
    } catch (error) {
      throw wrong(label, file, error instanceof Error ? error.message : 'unreadable')
    }
  }
  const notification = (kind: MessageKind) => read(kind, (message) => checkedNotification(message, kind))
  const email = (file: Exclude<EmailFileName, 'address-code'>) => read(file, (message) => checkedEmail(message, file))
  return {
    billReady: notification('billReady'),
    dueSoon: notification('dueSoon'),
    overdue: notification('overdue'),
    paymentReceived: notification('paymentReceived'),
    paymentFailed: notification('paymentFailed'),
    paymentRefunded: notification('paymentRefunded'),
    chargeUpcoming: notification('chargeUpcoming'),
    chargeFailed: notification('chargeFailed'),
    autopayPaused: notification('autopayPaused'),
    cardExpires: notification('cardExpires'),
    announcement: notification('announcement'),
    test: notification('test'),
    'payment-confirmation': email('payment-confirmation'),
    'payment-not-made': email('payment-not-made'),
    'bank-payment': email('bank-payment'),
    'payment-reversed': email('payment-reversed'),
    autopay: email('autopay'),
    'autopay-charge': email('autopay-charge'),
    'autopay-paused': email('autopay-paused'),
    'scheduled-payment': email('scheduled-payment'),
    'scheduled-charge': email('scheduled-charge'),
    'saved-card': email('saved-card'),
    'account-activated': email('account-activated'),
    'set-password-link': email('set-password-link'),
    'forgotten-username': email('forgotten-username'),
    'password-changed': email('password-changed'),
    'new-login': email('new-login'),
    'details-changed': email('details-changed'),
    'address-code': read('address-code', checkedCode),
    'paperless-ended': email('paperless-ended'),
  }
}

type Checked = Pick<UtilityProfile, 'shortName' | 'locale' | 'timeZone'> & { messageFiles: string; messages: Messages }

/**
 * Each text message fits one part, however long what is filled in: each part is paid for.
 * @throws WrongSetting naming the line
 */
export function checkTextLengths(
  profile: Checked & { translations: ReadonlyMap<string, Checked> },
  publicUrl: string,
): void {
  const label = basename(profile.messageFiles)
  checkLengths(profile, label, publicUrl)
  for (const [tag, translation] of profile.translations) checkLengths(translation, `${label}/${tag}`, publicUrl)
}

function checkLengths(profile: Checked, label: string, publicUrl: string): void {
  for (const kind of [...messageKinds, 'address-code'] as const) {
    const values =
      kind === 'address-code'
        ? codeValues(profile, '9'.repeat(proofDigits))
        : sampleValues(profile, publicUrl, longestAbout(kind))
    const { text, textWithAmounts } = profile.messages[kind]
    for (const line of [text, textWithAmounts].filter((each) => each !== null)) {
      const longest = line.filled(values)
      if (textParts(longest) > 1)
        throw wrong(
          label,
          `${kind}.md`,
          `line ${line.at}: with ${[...longest].length} characters, “${longest}” is more than one text message`,
        )
    }
  }
}

/** @param label of the folder */
function wrong(label: string, file: string, reason: string): WrongSetting {
  return new WrongSetting(`PROFILE_FILE: ${label}/${file}: ${reason}`)
}
