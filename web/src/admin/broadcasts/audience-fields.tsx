import { broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import { type NotificationChannel, notificationChannels } from '@portal/contract/notifications'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { ErrorText } from '#ui/form/field.tsx'
import type { Input } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import classes from './broadcasts.module.css'

interface ChannelsProps {
  readonly input: Input<readonly NotificationChannel[]>
  readonly sendsTexts: boolean
}

/** By email, by text, or both. */
export function Channels({ input, sendsTexts }: ChannelsProps) {
  const { id, value, error, onChange } = input
  return (
    <fieldset className={classes.field} id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.label}>{t('Sent by')}</legend>
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
      <div className={classes.choices}>
        {notificationChannels
          .filter((channel) => channel === 'email' || sendsTexts)
          .map((channel) => (
            <label key={channel}>
              <input
                type="checkbox"
                checked={value.includes(channel)}
                onChange={(event) => onChange(withOne(value, channel, event.currentTarget.checked))}
              />
              {t(notificationTexts[channel])}
            </label>
          ))}
      </div>
    </fieldset>
  )
}

interface AudienceProps {
  readonly input: Input<readonly string[] | null>
  readonly villages: readonly string[]
}

/** All villages, or some. One that the data no longer name stays until it is left out. */
export function Audience({ input, villages }: AudienceProps) {
  const { id, value, error, onChange } = input
  return (
    <fieldset className={classes.field} id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.label}>{t('To')}</legend>
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
      <div className={classes.choices}>
        {([null, []] as const).map((choice) => (
          <label key={String(choice)}>
            <input
              type="radio"
              name={id}
              checked={(value === null) === (choice === null)}
              onChange={() => onChange(choice)}
            />
            {t(choice === null ? texts.all : texts.some)}
          </label>
        ))}
      </div>
      {value === null ? null : (
        <div className={classes.villages} role="group" aria-label={t('Towns')}>
          {villages.length === 0 ? <p className={classes.note}>{t('The billing data has no towns.')}</p> : null}
          {[...villages, ...value.filter((name) => !villages.includes(name))].map((name) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={value.includes(name)}
                onChange={(event) => onChange(withOne(value, name, event.currentTarget.checked))}
              />
              {name}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}

function withOne<Item>(all: readonly Item[], one: Item, isIn: boolean): readonly Item[] {
  return [...all.filter((each) => each !== one), ...(isIn ? [one] : [])]
}
