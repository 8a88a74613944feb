import express, { type Request, type Response } from "express";
import type { Actor } from "./caller.ts";
import type { Context } from "./mount.ts";

/** The context of an operation that the service calls for somebody who is not there: no header, no address. */
export function contextWithoutRequest(actor: Actor): Context {
  const request = Object.assign(Object.create(express.request) as Request, {
    headers: {},
    method: "POST",
    url: "/",
    socket: {},
  });
  return { actor, request, response: Object.create(express.response) as Response };
}
