import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowsActions } from './act.ts'
import { decodeOutput } from './decode-output.ts'
import { listSites, parseAppcmd } from './list-sites.ts'
import { parseServiceState, parseServices } from './list-windows-services.ts'
import { parseMachineGuid, parseNetstat } from './machine-facts.ts'
import { createEventLogReader, parseEvents } from './read-event-log.ts'

const eventXml = (record: number, { level = 2, message = '', data = ['svchost.exe'] } = {}) =>
  `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Application Error' Guid='{a0e9b465-b939-57d7-b27d-95d8e925ff57}'/><EventID Qualifiers='0'>1000</EventID><Version>0</Version><Level>${level}</Level><Task>100</Task><Opcode>0</Opcode><Keywords>0x80000000000000</Keywords><TimeCreated SystemTime='2026-11-23T08:15:02.1234567Z'/><EventRecordID>${record}</EventRecordID><Correlation/><Execution ProcessID='4212' ThreadID='512'/><Channel>Application</Channel><Computer>web-1</Computer><Security/></System><EventData>${data.map((text) => `<Data Name='AppName'>${text}</Data>`).join('')}</EventData>${message && `<RenderingInfo Culture='en-US'><Message>${message}</Message><Level>Error</Level><Task>Application Crashing Events</Task><Opcode>Info</Opcode></RenderingInfo>`}</Event>`

test('events are read from UTF-16 with line breaks, entities and characters of every alphabet', () => {
  const text = 'Fel i &quot;kassan&quot; &lt;åäö&gt;&#13;&#10;second line\r\nthird 日本 &amp;amp;'
  const written = Buffer.from(`\ufeff${eventXml(7, { message: text })}\r\n${eventXml(8, { level: 0 })}`, 'utf16le')
  for (const bytes of [written, written.subarray(2)]) {
    const [first, second, ...others] = parseEvents(decodeOutput(bytes))
    assert.deepEqual([first?.record, second?.record, others.length], ['7', '8', 0])
    assert.deepEqual(first?.event, {
      ...{ at: '2026-11-23T08:15:02.123Z', level: 'error', source: 'Application Error', eventId: 1000 },
      text: 'Fel i "kassan" <åäö>\r\nsecond line\r\nthird 日本 &amp;',
    })
    assert.deepEqual([second?.event.level, second?.event.text], ['information', 'svchost.exe'], 'without a message its data')
  }
  assert.deepEqual(parseEvents(''), [])
  assert.deepEqual(parseEvents('<Event><System><EventRecordID>x</EventRecordID>'), [])
  assert.equal(decodeOutput(Buffer.from([0x6b, 0xe5, 0x0d, 0x0a])), 'kå\r\n')
})

test('a log is asked from where it was read to, by words of its own, and the first time only where it ends', async () => {
  const asked: (readonly string[])[] = []
  const read = createEventLogReader(async (program, words) => {
    asked.push([program, ...words])
    return words.includes('/rd:true') ? eventXml(41) : `${eventXml(42)}\n${eventXml(43)}`
  })
  assert.deepEqual(await read('Application', 'error', undefined), { events: [], cursor: '41', isCut: false })
  const { events, cursor } = await read('Application" & calc', 'warning', '41')
  assert.deepEqual([events.length, cursor], [2, '43'])
  assert.deepEqual(asked.at(-1)?.slice(0, 3), ['wevtutil.exe', 'qe', 'Application" & calc'])
  assert.ok(asked.at(-1)?.includes('/q:*[System[(Level=1 or Level=2 or Level=3) and EventRecordID>41]]'))
  await assert.rejects(read('Application', 'error', '1] or true() or [1'), /not known/)
})

const site = (name: string, state: string) =>
  `    <SITE SITE.NAME="${name}" SITE.ID="1" bindings="http/*:80:,https/*:443:shop.example" state="${state}" />`

test('websites and pools of IIS are read with their states; a machine without IIS has none', async () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\r\n<appcmd>\r\n${site('Default Web Site', 'Started')}\r\n${site('A &amp; B', 'Stopped')}\r\n${site('x', 'Unknown')}\r\n</appcmd>\r\n`
  assert.deepEqual(parseAppcmd(xml, 'SITE'), [
    { name: 'Default Web Site', state: 'running' },
    { name: 'A & B', state: 'stopped' },
    { name: 'x', state: 'other' },
  ])
  const pools = '<appcmd><APPPOOL APPPOOL.NAME="DefaultAppPool" PipelineMode="Integrated" RuntimeVersion="v4.0" state="Started" /></appcmd>'
  assert.deepEqual(parseAppcmd(pools, 'APPPOOL'), [{ name: 'DefaultAppPool', state: 'running' }])
  const missing = Object.assign(new Error('spawn ENOENT'), { code: 'ENOENT' })
  assert.equal(await listSites(() => Promise.reject(missing)), null)
  await assert.rejects(
    listSites(() => Promise.reject(Object.assign(new Error('denied'), { code: 5 }))),
    /denied/,
  )
})

const service = (name: string, state: string, label = 'STATE') =>
  `SERVICE_NAME: ${name}\r\nDISPLAY_NAME: ${name} of Windows: 4\r\n        TYPE               : 30  WIN32  \r\n        ${label}              : ${state}\r\n                                (STOPPABLE, NOT_PAUSABLE, ACCEPTS_SHUTDOWN)\r\n        WIN32_EXIT_CODE    : 0  (0x0)\r\n        CHECKPOINT         : 0x0\r\n\r\n`

test('services are read by the numbers of their states, in any language, 10,000 of them', () => {
  const text = `\r\n${service('W3SVC', '4  RUNNING ')}${service('Spooler', '1  STOPPED ')}${service('Dienst', '2  START_PENDING ', 'STATUS')}`
  assert.deepEqual(parseServices(text), [
    { name: 'W3SVC', state: 'running' },
    { name: 'Spooler', state: 'stopped' },
    { name: 'Dienst', state: 'other' },
  ])
  const before = process.cpuUsage()
  const many = Array.from({ length: 10_000 }, (_, index) => service(`s${index}`, '4  RUNNING ')).join('')
  assert.equal(parseServices(many).length, 10_000)
  assert.ok(process.cpuUsage(before).user < 2_000_000)
  assert.equal(parseServiceState('[SC] EnumQueryServicesStatus:OpenService FAILED 1060:\r\n'), undefined)
})

test('facts of the machine are read from what programs of Windows write', () => {
  const guid = '3f1d4c0a-2b6e-4d7f-9a10-0123456789ab'
  assert.equal(
    parseMachineGuid(`\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ${guid}\r\n\r\n`),
    guid,
  )
  assert.equal(parseMachineGuid('ERROR: The system was unable to find the specified registry key'), '')
  const netstat =
    'Interface Statistics\r\n\r\n                           Received            Sent\r\n\r\nBytes                    1234567890       987654321\r\nUnicast packets             1000000         2000000\r\n'
  assert.deepEqual(parseNetstat(netstat), { received: 1_234_567_890, sent: 987_654_321 })
  assert.deepEqual(parseNetstat(''), { received: 0, sent: 0 })
})

test('actions are fixed programs with the name as one word, and say what the state is afterwards', async () => {
  const ran: string[][] = []
  let state = 'Stopped'
  const name = 'Shop" & del C:\\'
  const actions = windowsActions(async (program, words) => {
    if (words[0] !== 'list' && words[0] !== 'query') ran.push([program, ...words])
    if (words[0] === 'start') state = 'Started'
    if (words[0] === 'stop') state = 'Stopped'
    if (program === 'sc.exe') return service('x', state === 'Started' ? '4  RUNNING ' : '1  STOPPED ')
    const element = words[1] === 'site' ? 'SITE' : 'APPPOOL'
    return `<${element} ${element}.NAME="${name.replace('"', '&quot;').replace('&', '&amp;').replace('&amp;quot', '&quot')}" state="${state}" />`
  })
  const { start_iis_website, restart_iis_app_pool, start_windows_service, restart_systemd_unit } = actions
  assert.equal(restart_systemd_unit, undefined)
  await start_iis_website?.act('Shop')
  assert.deepEqual(ran.splice(0), [['inetsrv\\appcmd.exe', 'start', 'site', '/site.name:Shop']])
  state = 'Started'
  await restart_iis_app_pool?.act('Other')
  assert.deepEqual(ran.splice(0), [['inetsrv\\appcmd.exe', 'start', 'apppool', '/apppool.name:Other']])
  state = 'Stopped'
  await start_windows_service?.act(name)
  assert.deepEqual(ran.splice(0), [['sc.exe', 'start', name]])
  await start_windows_service?.act(name)
  assert.deepEqual(ran, [], 'one that runs is left alone')
  assert.equal(await start_windows_service?.stateOf(name), 'running')
})
