import { readAgreed } from '@portal/contract/autopay'
import { formatInstant } from '@portal/contract/dates'
import { useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem, send } from '#api/send.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { AgreementText } from './agreement-text.tsx'
import classes from './autopay.module.css'

/** The words as they were accepted. */
export function AgreedDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { profile } = usePortalStart()
  const agreed = useQuery({
    queryKey: ['autopay-agreed', id],
    queryFn: async ({ signal }) => await send(readAgreed, { as: 'customer', params: { id }, signal }),
  })
  return (
    <Dialog open title={t('What I agreed to')} onClose={onClose}>
      {agreed.isPending ? <Loading what={t('Loading the terms')} rows={5} /> : null}
      {agreed.error ? (
        <ProblemNotice problem={asProblem(agreed.error)} onTryAgain={() => void agreed.refetch()} />
      ) : null}
      {agreed.data ? (
        <>
          <p className={classes.more}>
            {t('On {when}, version {version}', {
              when: formatInstant(profile, agreed.data.acceptedAt),
              version: agreed.data.version,
            })}
          </p>
          <AgreementText words={agreed.data.words} />
        </>
      ) : null}
    </Dialog>
  )
}
