import { createRequire } from 'node:module'

/** What is used of `koffi`, which is packed for Windows alone: a prebuilt addon that calls functions of C. */
type Koffi = {
  load(library: string): { func(prototype: string): ((...values: unknown[]) => unknown) & { async(...values: unknown[]): void } }
  proto(prototype: string): unknown
  pointer(type: unknown): unknown
  struct(name: string, fields: Record<string, unknown>): unknown
  register(callback: (...values: number[]) => unknown, type: unknown): unknown
}

const states = { stopped: 1, stopPending: 3, running: 4 }
const controls = { stop: 1, shutdown: 5 }
const acceptsStopAndShutdown = 1 | 4
const ownProcess = 0x10

/**
 * Runs as a service of Windows, which must call the control dispatcher within 30 seconds; Node alone does not, and a wrapper program would be
 * one more to keep. `stop` is called once, when Windows ends the service.
 */
export function runAsWindowsService(name: string, { start, stop }: { start: () => void; stop: () => Promise<void> }): void {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi
  const advapi = koffi.load('advapi32.dll')
  const serviceMain = koffi.proto('void __stdcall ServiceMain(uint32_t argc, void *argv)')
  const handlerEx = koffi.proto('uint32_t __stdcall HandlerEx(uint32_t control, uint32_t type, void *data, void *context)')
  const number = 'uint32'
  koffi.struct('SERVICE_TABLE_ENTRYW', { name: 'str16', proc: koffi.pointer(serviceMain) })
  koffi.struct('SERVICE_STATUS', {
    ...{ type: number, state: number, accepts: number, win32: number, specific: number, check: number, hint: number },
  })
  const dispatch = advapi.func('int __stdcall StartServiceCtrlDispatcherW(SERVICE_TABLE_ENTRYW *table)')
  const register = advapi.func('void* __stdcall RegisterServiceCtrlHandlerExW(str16 name, HandlerEx *handler, void *context)')
  const setStatus = advapi.func('int __stdcall SetServiceStatus(void *handle, SERVICE_STATUS *status)')

  let handle: unknown
  const report = (state: number): void => {
    const accepts = state === states.running ? acceptsStopAndShutdown : 0
    setStatus(handle, { type: ownProcess, state, accepts, win32: 0, specific: 0, check: 0, hint: 10_000 })
  }
  // Windows calls both from threads of its own; koffi runs them here, so the event loop must not be blocked for long.
  const handler = koffi.register((control) => {
    if (control !== controls.stop && control !== controls.shutdown) return 0
    report(states.stopPending)
    void stop().finally(() => {
      report(states.stopped)
      setTimeout(() => process.exit(0), 200)
    })
    return 0
  }, koffi.pointer(handlerEx))
  const main = koffi.register(() => {
    handle = register(name, handler, null)
    report(states.running)
    start()
  }, koffi.pointer(serviceMain))
  const table = [
    { name, proc: main },
    { name: null, proc: null },
  ]
  dispatch.async(table, (error: Error | null, isDispatched: number) => {
    if (error || !isDispatched) process.exitCode = 1
  })
}
