@echo off
rem Starts bmt of an unpacked archive on Windows. Windows shows the words of a command to other processes of
rem the same user: give passwords in BMT_PASSWORD.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
set "own="
if defined BMT_CLASSPATH set "own=;%BMT_CLASSPATH%"
set "BMT_CALLED=bmt"
rem As in the other launcher, no collector of its own beside one that the user names.
set "collector=-XX:+UseParallelGC"
(set BMT_JAVA_OPTIONS & set JDK_JAVA_OPTIONS & set JAVA_TOOL_OPTIONS) 2>nul | findstr /R /C:"XX:+Use[A-Za-z0-9]*GC" >nul && set "collector="
"%java%" %collector% %BMT_JAVA_OPTIONS% -cp "%~dp0..\bmt.jar;%~dp0..\lib\ext\*%own%" io.github.bmt4j.cli.Main %*
exit /b %ERRORLEVEL%
