import { useQuery } from '@tanstack/react-query'
import type { User, UserChange } from '@vakt/contract/users/users.ts'
import { featuresOf, isRoleOfProvider, withinResourceLimit } from '@vakt/domain/access.ts'
import { Eye } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { startViewing } from '#web/platform/view-as.ts'
import { featureNames } from '#web/shared/access/feature-names.texts.ts'
import { staffRolesQuery } from '#web/shared/access/staff-roles-query.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { ResourceLimitForm } from './resource-limit-form.tsx'
import { StaffRoleForm } from './staff-role-form.tsx'
import { ForgottenNote, UserForget } from './user-forget.tsx'
import { UserHandover } from './user-handover.tsx'
import { UserPhoneNumber } from './user-phone-number.tsx'
import { permissionQuery, roleQuery, useChangeUser, userQuery } from './user-queries.ts'
import styles from './users.module.css'
import { userTexts } from './users.texts.ts'

type UserPanelProps = { customerId: string; userId: string | undefined; onClose: () => void }

export function UserPanel({ customerId, userId, onClose }: UserPanelProps) {
  const words = useTexts(userTexts)
  return (
    <SidePanel label={words.details} isOpen={userId !== undefined} onClose={onClose}>
      {userId ? <UserContent key={userId} customerId={customerId} userId={userId} /> : null}
    </SidePanel>
  )
}

function UserContent({ customerId, userId }: { customerId: string; userId: string }) {
  const words = useTexts(userTexts)
  const query = useQuery(userQuery(customerId, userId))
  if (query.data) return <UserFacts customerId={customerId} user={query.data} />
  if (query.isPending) return <DetailSkeleton />
  if (query.error instanceof ApiError && query.error.status === 404) return <EmptyState title={words.notFound} />
  return <ErrorState title={words.listFailed} error={query.error} onRetry={() => void query.refetch()} />
}

/** Sends a change and says how it went; `problem` stays in sight until the next one. */
function useSendChange(customerId: string, userId: string) {
  const words = useTexts(userTexts)
  const change = useChangeUser(customerId, userId)
  return {
    isSending: change.isPending,
    problem: change.error ? failureText(change.error, { failed: words.changeFailed, messages: words.messages }) : null,
    send: (body: UserChange, said: string, onDone?: () => void) =>
      change.mutate(body, {
        onSuccess: () => {
          showToast(said, 'success')
          onDone?.()
        },
      }),
  }
}

function UserFacts({ customerId, user }: { customerId: string; user: User }) {
  const words = useTexts(userTexts)
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => heading.current?.focus()
  return (
    <div className={styles.panel}>
      <h2 ref={heading} tabIndex={-1}>
        {user.name}
      </h2>
      <Facts>
        <Fact label={words.email}>{user.email}</Fact>
        <Fact label={words.state}>
          <span className={user.isDisabled ? styles.disabled : undefined}>{user.isDisabled ? words.disabled : words.active}</span>
        </Fact>
        <Fact label={words.lastSeen}>
          <RelativeTime iso={user.lastSeenAt} />
        </Fact>
        <Fact label={words.since}>{format.exact(user.createdAt)}</Fact>
      </Facts>
      {user.isForgotten ? <ForgottenNote /> : <UserActions customerId={customerId} user={user} onDone={focusHeading} />}
    </div>
  )
}

/** What the user may, and what can be done with them. */
function UserActions({ customerId, user, onDone }: ChoiceProps) {
  const words = useTexts(userTexts)
  const nameOfRole = useRoleName()
  const { isOwn, isProvider } = useShownCustomer()
  const session = useSession()
  const isOneself = !isAdministrator(session) && session.user.email.toLowerCase() === user.email.toLowerCase()
  return (
    <>
      <section>
        <h3>{words.rolesOfProvider}</h3>
        <div>{user.identityRoles.map(nameOfRole).join(', ') || words.noRoles}</div>
        <p className={styles.help}>{words.rolesOfProviderHelp}</p>
      </section>
      {isProvider ? <UserPhoneNumber customerId={customerId} userId={user.userId} /> : null}
      {isOneself ? (
        <p className={styles.help}>{words.messages['users.not_yourself']}</p>
      ) : (
        <>
          {isProvider ? <StaffRoleForm key={`${user.roles} ${user.staffCustomers}`} customerId={customerId} user={user} /> : null}
          <RoleChoice key={user.roles.join('\n')} customerId={customerId} user={user} onDone={onDone} />
          {isProvider ? null : <ResourceLimitForm key={JSON.stringify(user.resourceLimit)} customerId={customerId} user={user} />}
        </>
      )}
      <Rights customerId={customerId} user={user} />
      {isOwn || user.isDisabled ? null : (
        <div className={styles.below}>
          <Button
            variant="default"
            leftSection={<Eye size={16} aria-hidden="true" />}
            onClick={() => startViewing({ userId: user.userId, customerId, name: user.name })}
          >
            {words.viewAs}
          </Button>
          <p className={styles.help}>{words.viewAsHelp}</p>
        </div>
      )}
      {isOneself ? null : <UserHandover customerId={customerId} user={user} onDone={onDone} />}
      {isOneself ? null : <DisableChoice customerId={customerId} user={user} onDone={onDone} />}
      {user.isDisabled ? <UserForget customerId={customerId} user={user} onDone={onDone} /> : null}
    </>
  )
}

/** What all roles of the user together allow, within what the customer has. */
function Rights({ customerId, user }: { customerId: string; user: User }) {
  const words = useTexts(userTexts)
  const names = useTexts(featureNames)
  const { locale } = useFormat()
  const permissions = useQuery(permissionQuery(customerId)).data
  const own = useQuery({ ...staffRolesQuery, enabled: useShownCustomer().isProvider }).data
  if (!permissions) return null
  const given = featuresOf({ roles: [...user.identityRoles, ...user.roles], ownRoles: own ?? [] }, permissions)
  const features = [...(user.resourceLimit ? withinResourceLimit(given) : given)]
  const read = features.filter((key) => !features.some((other) => other !== key && other === key.replace(/\.read$/, '.write')))
  return (
    <section>
      <h3>{words.rights}</h3>
      <div>{new Intl.ListFormat(locale).format(read.map((key) => names[key])) || words.noRights}</div>
    </section>
  )
}

/** `onDone` takes the focus, since the button that had it is gone. */
type ChoiceProps = { customerId: string; user: User; onDone: () => void }

function RoleChoice({ customerId, user, onDone }: ChoiceProps) {
  const words = useTexts(userTexts)
  const nameOf = useRoleName()
  const known = useQuery(roleQuery(customerId)).data ?? []
  const [chosen, setChosen] = useState(user.roles.filter((role) => !isRoleOfProvider(role)))
  const { send, isSending, problem } = useSendChange(customerId, user.userId)
  // What makes someone staff is chosen above.
  const ofProvider = user.roles.filter(isRoleOfProvider)
  const offered = [...new Set([...known, ...user.roles])].filter((role) => !isRoleOfProvider(role)).toSorted()
  const isChanged = [...chosen, ...ofProvider].toSorted().join('\n') !== user.roles.toSorted().join('\n')
  if (offered.length === 0) return null
  return (
    <section>
      <h3>{words.rolesGiven}</h3>
      <div className={styles.choices}>
        {offered.map((role) => (
          <CheckBox
            key={role}
            label={nameOf(role)}
            checked={chosen.includes(role)}
            onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, role] : chosen.filter((one) => one !== role))}
          />
        ))}
      </div>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
      {isChanged ? (
        <Button loading={isSending} onClick={() => send({ roles: [...chosen, ...ofProvider] }, words.rolesSaved, onDone)}>
          {words.saveRoles}
        </Button>
      ) : null}
    </section>
  )
}

function DisableChoice({ customerId, user, onDone }: ChoiceProps) {
  const words = useTexts(userTexts)
  const [isAsking, setAsking] = useState(false)
  const stopAsking = () => {
    setAsking(false)
    onDone()
  }
  const { send, isSending, problem } = useSendChange(customerId, user.userId)
  return (
    <div className={styles.below}>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
      {user.isDisabled ? (
        <Button variant="default" loading={isSending} onClick={() => send({ isDisabled: false }, words.enabledNow, onDone)}>
          {words.enable}
        </Button>
      ) : isAsking ? (
        <>
          <p role="status">{words.disableSure(user.name)}</p>
          <div className={styles.actions}>
            <Button
              color="red"
              variant="light"
              loading={isSending}
              onClick={() => send({ isDisabled: true }, words.disabledNow, stopAsking)}
            >
              {words.disableYes}
            </Button>
            <Button variant="default" autoFocus onClick={stopAsking}>
              {words.cancel}
            </Button>
          </div>
        </>
      ) : (
        <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
          {words.disable}
        </Button>
      )}
    </div>
  )
}
