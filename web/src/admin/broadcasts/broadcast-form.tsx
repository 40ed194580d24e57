import {
  Body,
  type Broadcast,
  type BroadcastOptions,
  Subject,
  TextWords,
  longestBody,
  saveBroadcast,
} from '@portal/contract/broadcasts'
import { broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import type { NotificationChannel } from '@portal/contract/notifications'
import { textLength } from '@portal/contract/text-messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { UnsavedChanges } from '#session/leaving/unsaved-changes.tsx'
import { usePopup } from '#session/popup.tsx'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields, area, own, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { type FormRule, useForm, written } from '#ui/form/use-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { problemInForm, useShowFailure } from '../view-parts/server-error.ts'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { Audience, Channels } from './audience-fields.tsx'
import { type TypedMessage, recallTyped, rememberTyped } from './typed.ts'
import { keyOf } from './use-broadcast.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from './broadcasts.module.css'

const fields = {
  subject: text(
    {
      id: 'broadcast-subject',
      label: t(texts.subject),
      hint: t('The email’s subject, and the message’s name in lists'),
      required: true,
      autoComplete: 'off',
    },
    rule(Subject),
  ),
  channels: own<readonly NotificationChannel[]>([], { id: 'broadcast-channels' }),
  villages: own<readonly string[] | null>(null, { id: 'broadcast-villages' }),
  body: area(
    {
      id: 'broadcast-body',
      label: t(texts.body),
      hint: t(
        'Each line is a paragraph. A line that ends with a link, such as “Read more: https://…”, becomes a button.',
      ),
      required: true,
      rows: 8,
      longest: longestBody,
    },
    (value) => written(texts.bodyRequired)(value) ?? rule(Body)(value),
  ),
  text: area(
    { id: 'broadcast-text', label: t('Text message body'), required: true, rows: 3 },
    (value) => written(texts.textRequired)(value) ?? rule(TextWords)(value) ?? oddLetter(value),
  ),
}

const { subject, body, text: textMessage } = fields

function oddLetter(value: unknown): string | undefined {
  const { odd } = textLength(String(value))
  return odd === null ? undefined : t(texts.textOdd, { character: odd })
}

function rulesOf({ textRoom: room }: BroadcastOptions): FormRule<TypedMessage>[] {
  return [
    { at: 'channels', message: t(texts.channelRequired), isMet: ({ channels }) => channels.length > 0 },
    { at: 'villages', message: t(texts.villageRequired), isMet: ({ villages }) => villages?.length !== 0 },
    {
      at: 'text',
      message: t(texts.textTooLong, { room }),
      isMet: ({ channels, text: words }) => !channels.includes('text') || textLength(words.trim()).length <= room,
    },
  ]
}

interface BroadcastFormProps {
  readonly adminId: number
  readonly options: BroadcastOptions
  /** Null for a new message. */
  readonly changed: Broadcast | null
}

/** A message to customers. Whatever goes wrong, what was typed stays. */
export function BroadcastForm({ adminId, options, changed: given }: BroadcastFormProps) {
  // The version that was opened: what others change later must not be overwritten unseen.
  const [changed] = useState(given)
  const [first] = useState(() => valuesOf(changed))
  const [typed] = useState(() => recallTyped(adminId, changed?.id ?? null))
  const [chosen, setChosen] = useState((typed ?? first).channels)
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, {
    initial: typed ?? first,
    rules: rulesOf(options),
    without: {
      ...(chosen.includes('email') ? {} : { body }),
      ...(chosen.includes('text') ? {} : { text: textMessage }),
    },
    onValuesChange: ({ channels }) => setChosen(channels),
  })
  const save = useSave(changed, refuse)
  const { length } = textLength(form.values.text.trim())
  const count = t('{length} of {room} characters', { length, room: options.textRoom })
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(first)
  const isUnsaved = isChanged && !save.isSuccess
  useEffect(() => {
    rememberTyped(adminId, changed?.id ?? null, isUnsaved ? form.values : null)
  }, [adminId, changed, form.values, isUnsaved])
  // Saved or given up. A page that is left because the session has ended does not get here.
  useEffect(() => () => rememberTyped(adminId, null, null), [adminId])
  const back = changed ? { view: 'broadcasts' as const, message: changed.id } : { view: 'broadcasts' as const }
  const problem = problemInForm(save.error)
  return (
    <ViewFrame title={t(changed ? texts.change : texts.write)} hasError={errors.length > 0}>
      <form
        noValidate
        className={`${box.card} ${layout.form}`}
        onSubmit={onSubmit((values) => {
          if (!save.isPending) save.mutate(values)
        })}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        {typed ? <Notice tone="info" role="status" title={t('We restored what you had typed.')} /> : null}
        {problem ? <ProblemNotice problem={problem} /> : null}
        {changed?.state === 'REVIEW' ? (
          <Notice tone="info" title={t('Saving withdraws the request for approval.')} />
        ) : null}
        <div className={layout.fields}>
          <Fields form={form} of={{ subject }} />
          <Channels input={form.input('channels')} sendsTexts={options.sendsTexts} />
          <Audience input={form.input('villages')} villages={options.villages} />
          {chosen.includes('email') ? <Fields form={form} of={{ body }} /> : null}
          {chosen.includes('text') ? (
            <Fields
              form={form}
              of={{ text: textMessage }}
              extra={{
                text: {
                  hint: `${t('At most {room} characters. We add our name and a link to stop.', { room: options.textRoom })} ${count}`,
                },
              }}
            />
          ) : null}
        </div>
        <div className={classes.actions}>
          <Button type="submit" busy={save.isPending}>
            {t(texts.save)}
          </Button>
          <ButtonLink look="secondary" to={paths.adminDashboard} search={back}>
            {t('Cancel')}
          </ButtonLink>
        </div>
      </form>
      <UnsavedChanges areThere={isUnsaved} hint="adminId" />
    </ViewFrame>
  )
}

function valuesOf(changed: Broadcast | null): TypedMessage {
  if (!changed) return { subject: '', channels: ['email'], villages: null, body: '', text: '' }
  const { subject: about, channels, villages, body: email, text: words } = changed
  return { subject: about, channels, villages, body: email, text: words }
}

/** And shows what was saved. */
function useSave(changed: Broadcast | null, refuse: Parameters<typeof useShowFailure>[0]) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const popup = usePopup()
  return useMutation({
    mutationFn: async ({ subject: about, channels, villages, body: email, text: words }: TypedMessage) =>
      await send(saveBroadcast, {
        body: {
          subject: about,
          // What is not shown is not checked.
          body: channels.includes('email') ? email : '',
          text: channels.includes('text') ? words : '',
          channels: [...channels],
          villages: villages && [...villages],
          ...(changed ? { id: changed.id, version: changed.version } : {}),
        },
      }),
    onError: useShowFailure(refuse),
    onSuccess: async (saved) => {
      showNow(client, keyOf(saved.id), saved)
      void client.invalidateQueries({ queryKey: ['broadcasts', 'list'] })
      await navigate({
        to: paths.adminDashboard,
        search: { view: 'broadcasts', message: saved.id },
        replace: true,
        ignoreBlocker: true,
      })
      popup.show({ kind: 'success', message: t(texts.saved) })
    },
  })
}
