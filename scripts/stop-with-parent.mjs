// Loaded into the server by start.mjs: anyone who kills the starter outright must not leave a server behind that holds the port.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
