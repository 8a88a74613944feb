#!/bin/sh
date -u +%FT%TZ >> "${NOTE_FILE:-/tmp/starts.log}"
