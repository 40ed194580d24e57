import type { ReplyOf } from '@portal/contract/call'
import { TypedDate } from '@portal/contract/dates'
import { importsTexts as texts } from '@portal/contract/import-texts'
import { type readImports, startImport, uploadImportFile } from '@portal/contract/imports'
import { type ReactNode, useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { groupThousands } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { ListPart } from '../lists/list-screen.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { At } from '../view-parts/times.tsx'
import { AsOf } from './as-of.tsx'
import { useImportChange } from './use-import-change.ts'
import box from '#ui/page/card.module.css'
import list from '../lists/console-list.module.css'
import classes from './imports.module.css'

/** Files that wait, and more of them. */
export function Inbox({ inbox }: Pick<ReplyOf<typeof readImports>, 'inbox'>) {
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const [day, setDay] = useState('')
  const files = inbox.map(({ name }) => name).filter((name) => !unticked.includes(name))
  const asOf = TypedDate.safeParse(day)
  const isWrong = day !== '' && !(asOf.success && asOf.data)
  const start = useImportChange(async () => {
    await send(startImport, { body: { files, ...(asOf.success && asOf.data && { asOf: asOf.data }) } })
  })
  const toggle = (name: string, isTicked: boolean) =>
    setUnticked(isTicked ? unticked.filter((other) => other !== name) : [...unticked, name])
  return (
    <ListPart id="inbox" title={t(texts.inbox)}>
      <div className={box.card}>
        <Upload />
        {inbox.length === 0 ? <p className={list.muted}>{t(texts.inboxEmpty)}</p> : null}
        {inbox.map(({ name, bytes, at }) => (
          <CheckboxField
            key={name}
            id={`file-${name}`}
            required={false}
            error={null}
            checked={!unticked.includes(name)}
            onChange={(isTicked) => toggle(name, isTicked)}
            label={<FileLine name={name} bytes={bytes} at={<At instant={at} />} />}
          />
        ))}
        {inbox.length > 0 ? (
          <>
            <AsOf day={day} setDay={setDay} isWrong={isWrong} />
            {start.isError ? <ProblemNotice problem={serverError(start.error)} /> : null}
            <div>
              <Button busy={start.isPending} blocked={files.length === 0 || isWrong} onClick={() => start.mutate()}>
                {t(texts.check)}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </ListPart>
  )
}

interface FileLineProps {
  readonly name: string
  readonly bytes: number
  readonly at: ReactNode
}

function FileLine({ name, bytes, at }: FileLineProps) {
  return (
    <span className={classes.files}>
      {name}{' '}
      <span className={list.muted}>
        {t('{size} KB', { size: groupThousands(Math.ceil(bytes / 1000)) })}, {at}
      </span>
    </span>
  )
}

/** Long enough for the largest file on a slow line. */
const uploadSeconds = 600

/** As soon as they are chosen, one after the other. */
function Upload() {
  const upload = useImportChange(async (chosen: readonly File[]) => {
    for (const file of chosen)
      await send(uploadImportFile, { query: { name: file.name }, file, timeoutSeconds: uploadSeconds })
  })
  return (
    <>
      <TextField
        type="file"
        multiple
        label={t(texts.upload)}
        hint={t(texts.uploadHint)}
        disabled={upload.isPending}
        onChange={({ currentTarget }) => {
          upload.mutate([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <div role="status">{upload.isPending ? t('Uploading…') : null}</div>
      {upload.isError ? <ProblemNotice problem={serverError(upload.error)} /> : null}
    </>
  )
}
