import { type ReadableName, readCatalogue } from './readable-name.ts'

const states = readCatalogue(`
active | Active | Aktiv
approved | Approved | Godkänd
associated | In use | Används
attached | Attached | Ansluten
available | Available | Tillgänglig
connected | Connected | Ansluten
creating | Being created | Skapas
deallocated | Stopped (deallocated) | Stoppad (frigjord)
deallocating | Stopping | Stoppas
degraded | Degraded | Försämrad
deleting | Being deleted | Tas bort
disabled | Disabled | Inaktiverad
disconnected | Disconnected | Frånkopplad
enabled | Enabled | Aktiverad
error | Error | Fel
expired | Expired | Utgången
failed | Failed | Misslyckades
healthy | Healthy | Felfri
inuse | In use | Används
notassociated | Not in use | Används inte
offline | Offline
online | Online
paused | Paused | Pausad
pending | Pending | Väntar
provisioning | Being set up | Etableras
ready | Ready | Redo
reserved | Reserved | Reserverad
resolving | Resolving | Matchar
running | Running | Körs
starting | Starting | Startar
stopped | Stopped | Stoppad
stopping | Stopping | Stoppas
succeeded | OK
suspended | Suspended | Pausad
terminated | Terminated | Avslutad
unattached | Not attached | Inte ansluten
unavailable | Unavailable | Otillgänglig
unhealthy | Unhealthy | Felaktig
unknown | Unknown | Okänd
updating | Being updated | Uppdateras
`)

/** What a state that a cloud reports is called; `VM running` is read as `running`. Null where the catalogue does not know it. */
export const stateName = (state: string): ReadableName | null =>
  states.get(
    state
      .toLowerCase()
      .replace(/^(vm|powerstate\/)\s*/, '')
      .replaceAll(/[\s_-]/g, ''),
  ) ?? null
