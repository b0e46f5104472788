import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/**
 * Runs a program to its end. With `quiet` its output is collected instead of shown.
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runProgram(program, args, { cwd = root, env = {}, quiet = false, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      shell,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code, signal) => resolve({ code: code ?? 1, output: signal ? `${output}\nended by ${signal}\n` : output }))
  })
}
