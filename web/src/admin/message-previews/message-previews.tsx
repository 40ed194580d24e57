import {
  type MessagePreview,
  messagePreviewTexts as texts,
  previewGroups,
  readMessagePreviews,
  viewMessagePreview,
} from '@portal/contract/message-previews'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '#api/call-address.ts'
import { send } from '#api/send.ts'
import { SelectField } from '#ui/form/field.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { viewNames } from '../console-view.ts'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import classes from './message-previews.module.css'

/** What each message says as email and as text, with example values (docs/notifications.md). */
export function MessagePreviews() {
  const found = useQuery({
    queryKey: ['message-previews'],
    queryFn: async ({ signal }) => await send(readMessagePreviews, { signal }),
  })
  return (
    <ViewFrame
      title={t(viewNames['message-previews'])}
      lead={t(
        'What our emails and texts say, with example values. Their words are in the files of the utility profile.',
      )}
    >
      {found.isPending ? (
        <div className={classes.waiting}>
          <Loading what={t('Loading the messages')} rows={8} />
        </div>
      ) : null}
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.data ? <Previews previews={found.data} /> : null}
    </ViewFrame>
  )
}

function Previews({ previews: all }: { readonly previews: readonly MessagePreview[] }) {
  const [chosen, setChosen] = useState<string>()
  const shown = all.find(({ id }) => id === chosen) ?? all[0]
  if (!shown) return null
  const languages = all.filter(({ name, example }) => name === shown.name && example === shown.example)
  const previews = all.filter(({ language }) => language === shown.language)
  const ofGroup = previews.filter(({ group }) => group === shown.group)
  const cases = ofGroup.filter(({ name }) => name === shown.name)
  return (
    <>
      <div className={classes.choice}>
        {languages.length > 1 ? (
          <SelectField
            id="language-to-preview"
            label={t('Language')}
            data={languages.map(({ id, language }) => ({ value: id, label: language }))}
            value={shown.id}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        ) : null}
        <SelectField
          id="group-to-preview"
          label={t('Group')}
          data={Object.entries(previewGroups).map(([value, label]) => ({ value, label: t(label) }))}
          value={shown.group}
          onChange={({ currentTarget }) => setChosen(previews.find(({ group }) => group === currentTarget.value)?.id)}
        />
        <SelectField
          id="message-to-preview"
          label={t(texts.message)}
          data={ofGroup
            .filter(({ name }, index) => name !== ofGroup[index - 1]?.name)
            .map(({ id, name }) => ({ value: id, label: t(name) }))}
          value={cases[0]?.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {cases.length > 1 ? (
          <SelectField
            id="case-to-preview"
            label={t('Case')}
            data={cases.map(({ id, example }) => ({ value: id, label: example }))}
            value={shown.id}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        ) : null}
        <p className={classes.count}>{t('Words: {file}', { file: shown.file })}</p>
      </div>
      <Preview key={shown.id} preview={shown} />
    </>
  )
}

function Preview({ preview: { id, name, email, text, textWithAmounts } }: { readonly preview: MessagePreview }) {
  return (
    <>
      {email ? (
        <section className={box.card} aria-labelledby="preview-email">
          <h2 id="preview-email">{t('Email')}</h2>
          <p>
            {t('Subject')}: <strong>{email.subject}</strong>
          </p>
          <iframe className={classes.email} src={addressOf(viewMessagePreview, { id })} title={t(name)} sandbox="" />
        </section>
      ) : null}
      {text ? <Words title={t(texts.text)} text={text} /> : null}
      {textWithAmounts ? <Words title={t('Text message with amounts')} text={textWithAmounts} /> : null}
      {email ? (
        <section className={box.card} aria-labelledby="preview-plain">
          <h2 id="preview-plain">{t(texts.plainText)}</h2>
          <pre className={classes.words}>{email.plainText}</pre>
        </section>
      ) : null}
    </>
  )
}

function Words({ title, text }: { readonly title: string; readonly text: NonNullable<MessagePreview['text']> }) {
  return (
    <section className={box.card} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.words}>{text.words}</p>
      <p className={classes.count}>
        {t('{characters} characters, {parts}', {
          characters: text.words.length,
          parts: plural(text.parts, '1 part', '{count} parts'),
        })}
      </p>
    </section>
  )
}
